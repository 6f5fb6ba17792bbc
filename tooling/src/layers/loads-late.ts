/** The used AST nodes, with their parents. */
interface Node {
  type: string;
  parent?: Node | null;
  name?: string;
  value?: unknown;
}
interface CallNode extends Node {
  callee: Node;
  arguments: readonly Node[];
}
interface ImportNode extends Node {
  source: Node;
}
interface SpecifierNode extends Node {
  imported?: Node;
  local: Node;
}
interface MemberNode extends Node {
  object: Node;
  property: Node;
}
interface DeclaratorNode extends Node {
  id: Node & { properties?: readonly { key?: Node }[] };
  init: Node | null;
}

/** Functions by the type of the nodes that they visit. */
type Visitor = Record<string, (node: never) => void>;

const HOW = 'lazyPage, lazyPart, lazyDialog or lazyExtra (CONTRIBUTING.md, "Load later")';
const REACT_LAZY = `React.lazy keeps a failure for good: use ${HOW}.`;
const PARTS = ['lazyPart', 'lazyDialog', 'lazyExtra'];

const isModule = (file: string) => /^mfe-[^/]+\/src\/remote\//.test(file);
/** Files that may load any value lazily: the shell loads remotes and its own screens. */
const loadsValues = (file: string) => /^shell\/src\/|^shared\/src\/ui\/lazy-/.test(file);

/** Names of the functions that a file may use to load components lazily. */
function loadersIn(file: string): string[] {
  if (isModule(file)) return ['lazyPage'];
  return loadsValues(file) ? [...PARTS, 'LazyValue'] : PARTS;
}

function refuseName(file: string, name: string): string | null {
  const isLoader =
    name === 'lazyPage' || name === 'useLazyValue' || name === 'LazyValue' || PARTS.includes(name);
  const isAllowed = loadersIn(file).includes(name === 'useLazyValue' ? 'LazyValue' : name);
  if (!isLoader || isAllowed) return null;
  return `${name} does not belong here: pages come by lazyPage in src/remote, what is in them by ${PARTS.join(', ')}.`;
}

const nameOf = (node: Node | undefined) => node?.name ?? node?.value;
const isFunction = ({ type }: Node) => /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(type);

/** The innermost function around a node, if there is one. */
function functionAround(node: Node): Node | null {
  let around = node.parent;
  while (around && !isFunction(around)) around = around.parent;
  return around ?? null;
}

/** The call whose first argument is the function around a node. */
function loaderOf(node: Node): CallNode | null {
  const load = functionAround(node);
  const call = load?.parent as CallNode | null | undefined;
  const isCall = call?.type === 'CallExpression' || call?.type === 'NewExpression';
  return isCall && call.arguments[0] === load ? call : null;
}

/**
 * The visitor of `taller/loads-late`: lazy components use one of four functions, each of which defines what is shown if
 * loading fails (TEST-42).
 * @param file relative to the workspace's root.
 * @param textOf returns the source of a node.
 */
export function loadsLate(
  file: string,
  textOf: (node: unknown) => string,
  report: (node: unknown, message: string) => void,
): Visitor {
  /** Local names of React as a whole. */
  const react = new Set<unknown>();
  const isReact = (node: Node | null) => node?.type === 'Identifier' && react.has(node.name);
  return {
    ImportDeclaration({ source, specifiers = [] }: ImportNode & { specifiers?: readonly SpecifierNode[] }) {
      for (const specifier of specifiers) {
        const name = nameOf(specifier.imported);
        const message = typeof name === 'string' ? refuseName(file, name) : null;
        if (message) report(specifier, message);
        if (source.value !== 'react') continue;
        if (name === 'lazy') report(specifier, REACT_LAZY);
        if (name === undefined || name === 'default') react.add(specifier.local.name);
      }
    },
    ExportNamedDeclaration({
      source,
      specifiers = [],
    }: {
      source: Node | null;
      specifiers?: SpecifierNode[];
    }) {
      if (source?.value !== 'react') return;
      for (const one of specifiers) if (nameOf(one.local) === 'lazy') report(one, REACT_LAZY);
    },
    MemberExpression(node: MemberNode) {
      if (node.object.type === 'MetaProperty' && nameOf(node.property) === 'glob')
        report(node, `What is loaded later is named: use ${HOW}.`);
      if (isReact(node.object) && nameOf(node.property) === 'lazy') report(node, REACT_LAZY);
    },
    VariableDeclarator({ id, init }: DeclaratorNode) {
      if (isReact(init) && id.properties?.some(({ key }) => nameOf(key) === 'lazy')) report(id, REACT_LAZY);
    },
    ImportExpression(node: ImportNode) {
      if (!/\.tsx['"`]$/.test(textOf(node.source))) return;
      const call = loaderOf(node);
      const allowed = loadersIn(file);
      if (!call || !allowed.includes(call.callee.name ?? ''))
        report(
          node,
          `A component is loaded later by ${allowed.join(', ')}: see CONTRIBUTING.md, "Load later".`,
        );
      else if (functionAround(call))
        report(call, `${call.callee.name} is called once, outside of functions: each call loads anew.`);
    },
  };
}
