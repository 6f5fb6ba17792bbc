import { basename } from 'node:path';
import { exportedNames, type Report, type SyntaxNode, type Visitor } from './syntax-node.ts';

const PAGE_FILE = /^#src\/features\/[\w-]+\/(?:[\w-]+\/)?[\w-]+-page\.tsx$/;

/** Whether a component without parameters only renders another one. */
function passesOn({ params = [], body }: SyntaxNode): boolean {
  const statements = (body as SyntaxNode).body as readonly SyntaxNode[];
  const { openingElement, children } = statements[0]?.argument ?? {};
  const isBare = openingElement?.attributes?.length === 0 && children?.length === 0;
  return isBare && statements.length === 1 && params.length === 0;
}

/**
 * The visitor of `taller/remote-shape`: modules show pages of features, texts are in texts.ts, and no component only
 * renders another one (SHELL-38).
 * @param file relative to the workspace's root.
 * @param textOf returns the source of a node.
 */
export function remoteShape(file: string, textOf: (node: unknown) => string, report: Report): Visitor {
  const name = basename(file);
  return {
    Program(node) {
      if (/^es(?:-[\w-]+)?\.ts$|-texts\.ts$/.test(name))
        report(node, 'Texts of a feature are in its texts.ts.');
    },
    ExportNamedDeclaration(node) {
      if (name === 'texts.ts' && !exportedNames(node).every((exported) => exported.endsWith('Texts')))
        report(node, 'Texts have names that say whose they are: …Texts.');
    },
    ImportExpression(node) {
      if (!/^mfe-[^/]+\/src\/remote\//.test(file)) return;
      const shown = /\(\w+\) => \w+\.(?<component>\w+)\)$/.exec(textOf(node.parent?.parent))?.groups
        ?.component;
      if (!PAGE_FILE.test(String(node.source?.value)) || !shown?.endsWith('Page'))
        report(node, 'A module shows pages: …Page of features/…/…-page.tsx.');
    },
    FunctionDeclaration(node) {
      if (passesOn(node)) report(node, 'A component that only passes on to another one is that one.');
    },
  };
}
