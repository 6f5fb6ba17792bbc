import type { Report, SyntaxNode, Visitor } from './syntax-node.ts';

const HOW = 'lazyPage, lazyPart, lazyDialog or lazyExtra (CONTRIBUTING.md, "Lazy loading")';
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

const nameOf = (node: SyntaxNode | undefined) => node?.name ?? node?.value;
const isFunction = ({ type }: SyntaxNode) => /^(?:Arrow)?Function(?:Expression|Declaration)$/.test(type);

/** The innermost function around a node, if there is one. */
function functionAround(node: SyntaxNode): SyntaxNode | null {
  let around = node.parent;
  while (around && !isFunction(around)) around = around.parent;
  return around ?? null;
}

/** The call whose first argument is the function around a node. */
function loaderOf(node: SyntaxNode): SyntaxNode | null {
  const load = functionAround(node);
  const call = load?.parent;
  return call?.arguments && call.arguments[0] === load ? call : null;
}

/**
 * The visitor of `taller/loads-late`: lazy components use one of four functions, each of which defines what is shown if
 * loading fails (TEST-42).
 * @param file relative to the workspace's root.
 * @param textOf returns the source of a node.
 */
export function loadsLate(file: string, textOf: (node: unknown) => string, report: Report): Visitor {
  /** Local names of React as a whole. */
  const react = new Set<string | undefined>();
  const isReact = (node: SyntaxNode | null | undefined) =>
    node?.type === 'Identifier' && react.has(node.name);
  return {
    ImportDeclaration({ source, specifiers = [] }) {
      for (const specifier of specifiers) {
        const name = nameOf(specifier.imported);
        const message = typeof name === 'string' ? refuseName(file, name) : null;
        if (message) report(specifier, message);
        if (source?.value !== 'react') continue;
        if (name === 'lazy') report(specifier, REACT_LAZY);
        if (name === undefined || name === 'default') react.add(specifier.local?.name);
      }
    },
    ExportNamedDeclaration({ source, specifiers = [] }) {
      if (source?.value !== 'react') return;
      for (const one of specifiers) if (nameOf(one.local) === 'lazy') report(one, REACT_LAZY);
    },
    MemberExpression(node) {
      if (node.object?.type === 'MetaProperty' && nameOf(node.property) === 'glob')
        report(node, `What is loaded later is named: use ${HOW}.`);
      if (isReact(node.object) && nameOf(node.property) === 'lazy') report(node, REACT_LAZY);
    },
    VariableDeclarator({ id, init }) {
      if (id && isReact(init) && id.properties?.some(({ key }) => nameOf(key) === 'lazy'))
        report(id, REACT_LAZY);
    },
    ImportExpression(node) {
      if (!/\.tsx['"`]$/.test(textOf(node.source))) return;
      const call = loaderOf(node);
      const loader = call?.callee?.name ?? '';
      const allowed = loadersIn(file);
      if (!call || !allowed.includes(loader))
        report(
          node,
          `A component is loaded later by ${allowed.join(', ')}: see CONTRIBUTING.md, "Lazy loading".`,
        );
      else if (functionAround(call))
        report(call, `${loader} is called once, outside of functions: each call loads anew.`);
    },
  };
}
