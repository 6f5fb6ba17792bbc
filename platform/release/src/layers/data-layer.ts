import { basename } from 'node:path';
import { SUBJECTS } from './layers.ts';
import { liesIn } from './refuse-import.ts';
import { exportedNames, type Report, type SyntaxNode, type Visitor } from './syntax-node.ts';

const QUERY = /^(?:q|infiniteQ)ueryOptions$/;

/** The export around a node, if it is part of one. */
function exportAround(node: SyntaxNode): SyntaxNode | null {
  let around = node.parent;
  while (around && around.type !== 'ExportNamedDeclaration') around = around.parent;
  return around ?? null;
}

/**
 * The visitor of `taller/data-layer`: queries, mutations, keys and realtime of every subject have the same names, and
 * are in files of the same names (TEST-14).
 * @param file relative to the workspace's root.
 */
export function dataLayer(file: string, report: Report): Visitor {
  if (!SUBJECTS.some((folder) => liesIn(file, folder))) return {};
  const name = basename(file);
  const isMutations = /-mutations?\.ts$/.test(name);
  return {
    CallExpression(node) {
      const called = node.callee?.name ?? '';
      if (/^use(?:Once)?Mutation$/.test(called) && !isMutations)
        report(node, 'A mutation is in …-mutation.ts.');
      if (called === 'followTable' && !name.startsWith('watch-')) report(node, 'Realtime is in watch-….ts.');
      if (!QUERY.test(called)) return;
      if (!/-quer(?:y|ies)\.ts$/.test(name)) report(node, 'A query is in …-query.ts or …-queries.ts.');
      const around = exportAround(node);
      if (around && !exportedNames(around).every((exported) => exported.endsWith('Query')))
        report(node, 'A query is …Query.');
    },
    ExportNamedDeclaration(node) {
      if (isMutations && exportedNames(node).some((exported) => /^use\w+(?<!Mutation)$/.test(exported)))
        report(node, 'A mutation is use…Mutation.');
    },
    Property(node) {
      const { type } = (node.value ?? {}) as Partial<SyntaxNode>;
      if (name !== 'keys.ts' && node.key?.name === 'queryKey' && type === 'ArrayExpression')
        report(node, 'A key comes from keys.ts.');
    },
    VariableDeclarator(node) {
      if (name !== 'keys.ts' && node.id?.name?.endsWith('Keys') && node.init?.type === 'ObjectExpression')
        report(node, 'Keys are in keys.ts.');
    },
  };
}
