import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
]);
/** Nodes that name the function that is their value (`const save = …`, `onClick={…}`, `render: …`): field by type. */
const NAMING: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  JSXAttribute: 'name',
  Property: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
};
/** Wrappers whose function argument takes the name of the variable that holds the result. */
const WRAPPERS = /^(?:memo|forwardRef|useCallback|useEffectEvent)$/;

const nameIn = (value: unknown): string | undefined =>
  isNode(value) && typeof value.name === 'string' ? value.name : undefined;

/** The name that a node gives to functions directly in it. */
function nameFor(node: Node, given: string | undefined): string | undefined {
  const naming = NAMING[node.type];
  if (naming !== undefined) return nameIn(node[naming]);
  if (node.type === 'JSXExpressionContainer') return given;
  return node.type === 'CallExpression' && WRAPPERS.test(nameIn(node.callee) ?? '') ? given : undefined;
}

/**
 * Names of the functions and classes that a position of a source is in, the outermost first.
 * @param file its name, which says the language.
 * @param line counted from 0, as is the column.
 */
export function enclosingFunctions(file: string, code: string, line: number, column: number): string[] {
  const before = code.split('\n').slice(0, line);
  const offset = before.reduce((sum, { length }) => sum + length + 1, column);
  const names: string[] = [];
  const visit = (node: Node, given: string | undefined): void => {
    if (offset < node.start || offset >= node.end) return;
    const name = FUNCTIONS.has(node.type) ? (nameIn(node.id) ?? given) : undefined;
    if (name !== undefined) names.push(name);
    const inner = nameFor(node, given);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, inner);
  };
  visit(parseSync(file, code).program as unknown as Node, undefined);
  return names;
}
