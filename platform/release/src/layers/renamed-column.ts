/** The AST nodes of objects, and of what surrounds a column in their properties. */
interface Node {
  type: string;
  name?: string;
  computed?: boolean;
  property?: Node;
  expression?: Node | boolean;
  left?: Node;
}
export interface PropertyNode extends Node {
  key?: Node;
  value?: Node;
}
export interface ObjectNode {
  type: string;
  properties: readonly PropertyNode[];
}

/** The column that an expression passes on unchanged: `row.full_name ?? ''` and `row.full_name as string` do. */
function columnOf(node: Node | undefined): string | undefined {
  if (node?.type === 'MemberExpression' && !node.computed) return node.property?.name;
  if (node?.type === 'LogicalExpression') return columnOf(node.left);
  // An arrow function's `expression` is a boolean.
  if (typeof node?.expression === 'object') return columnOf(node.expression);
  return undefined;
}

const inCamelCase = (column: string) =>
  column.replaceAll(/_+([a-z\d])/g, (_gap, letter: string) => letter.toUpperCase());

/**
 * Finds properties of objects that rename a column, and of destructuring patterns that change its case. Rows keep the
 * names of their columns from the database to the component: one name for each column, with the generated types.
 * @returns the properties, each with its violation.
 */
export function renamedColumns({ type, properties }: ObjectNode): [node: PropertyNode, message: string][] {
  return properties.flatMap((node): [PropertyNode, string][] => {
    if (node.computed || node.key?.type !== 'Identifier') return [];
    const isPattern = type === 'ObjectPattern';
    const [name, column] = isPattern
      ? [node.value?.name, node.key.name]
      : [node.key.name, columnOf(node.value)];
    if (!name || !column?.includes('_') || name.includes('_')) return [];
    if (isPattern && name !== inCamelCase(column)) return [];
    return [[node, `'${name}' is the column '${column}': rows keep the names of their columns.`]];
  });
}
