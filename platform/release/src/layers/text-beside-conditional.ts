/** The AST nodes of JSX that matter here. */
export interface JsxNode {
  type: string;
  value?: unknown;
  name?: string;
  expression?: JsxNode;
  consequent?: JsxNode;
  alternate?: JsxNode;
  left?: JsxNode;
  right?: JsxNode;
  operator?: string;
  callee?: JsxNode;
  property?: JsxNode;
  children?: readonly JsxNode[];
}

interface Kind {
  /** Rendered as a text node. */
  text?: boolean;
  /** Rendered only sometimes. */
  conditional?: boolean;
  /** A literal text, which never changes. */
  fixed?: boolean;
}

/** Names of values that are an element or nothing, and of functions that return one. */
const ELEMENTS = new Set(['icon', 'action', 'actions', 'control', 'dialogs', 'foot']);

const isBlank = ({ type, value }: JsxNode) =>
  type === 'JSXText' && typeof value === 'string' && value.trim() === '' && value.includes('\n');

const calledName = (callee: JsxNode | undefined) => callee?.name ?? callee?.property?.name;

function either(a: Kind, b: Kind): Kind {
  const isText = a.text === true || b.text === true;
  const isAlwaysText = a.text === true && b.text === true && !a.conditional && !b.conditional;
  return { text: isText, conditional: !isAlwaysText };
}

function kindOf(node: JsxNode | undefined): Kind {
  if (!node) return {};
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      // `null` and other literals render nothing.
      return typeof node.value === 'string' ? { text: true, fixed: true } : {};
    case 'TemplateLiteral':
    case 'MemberExpression':
      return ELEMENTS.has(node.property?.name ?? '') ? { conditional: true } : { text: true };
    case 'Identifier':
      return ELEMENTS.has(node.name ?? '') ? { conditional: true } : { text: true };
    case 'JSXExpressionContainer':
      // Children are usually elements; texts among them are checked where they are written.
      return node.expression?.name === 'children' ? {} : kindOf(node.expression);
    case 'ConditionalExpression':
      return either(kindOf(node.consequent), kindOf(node.alternate));
    case 'LogicalExpression':
      if (node.operator === '&&') return { ...kindOf(node.right), fixed: false, conditional: true };
      return either(kindOf(node.left), kindOf(node.right));
    case 'CallExpression': {
      const name = calledName(node.callee) ?? '';
      if (name === 'map') return { conditional: true };
      return name === 'children' || ELEMENTS.has(name) ? {} : { text: true };
    }
    default:
      return {};
  }
}

/**
 * Finds texts that break a page translated by the browser. A translator wraps each text node in a new element. React
 * then fails to remove the text from its old parent, or to insert a sibling before it, and the screen disappears. An
 * element whose only child is a text is safe.
 * @returns the children that need their own element.
 */
export function looseTexts({ type, children = [] }: JsxNode): JsxNode[] {
  const shown = children.filter(
    (child) => !isBlank(child) && child.expression?.type !== 'JSXEmptyExpression',
  );
  const kinds = shown.map(kindOf);
  if (type === 'JSXFragment') return shown.filter((_child, at) => kinds[at]?.text && !isSpace(shown[at]));
  if (shown.length < 2 || !kinds.some(({ conditional }) => conditional)) return [];
  return shown.filter((child, at) => {
    const { text, conditional, fixed } = kinds[at] ?? {};
    if (!text) return false;
    const isBehind = kinds.slice(0, at).some((kind) => kind.conditional);
    return conditional || !fixed || (isBehind && !isSpace(child));
  });
}

/** Translators do not wrap spaces. */
function isSpace(node: JsxNode | undefined): boolean {
  const { value } = node?.expression ?? node ?? {};
  return typeof value === 'string' && value.trim() === '';
}
