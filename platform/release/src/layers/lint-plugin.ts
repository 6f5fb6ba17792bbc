import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { askedClock, importedSleep, type TimedNode } from './clock-in-test.ts';
import { dataLayer } from './data-layer.ts';
import { missingExpectation, type CallNode } from './expect-in-test.ts';
import { loadsLate } from './loads-late.ts';
import { refuseImport } from './refuse-import.ts';
import { remoteShape } from './remote-shape.ts';
import { renamedColumns, type ObjectNode } from './renamed-column.ts';
import { roleComparison } from './role-comparison.ts';
import { silentCancel } from './silent-cancel.ts';
import type { Report } from './syntax-node.ts';
import { looseTexts, type JsxNode } from './text-beside-conditional.ts';

/** The AST nodes of imports. */
interface Name {
  type: string;
  imported?: { name?: string; value?: string };
  local?: { name?: string; value?: string };
}
interface ImportNode {
  source?: { type: string; value?: unknown } | null;
  specifiers?: readonly Name[];
}
interface Context {
  physicalFilename: string;
  sourceCode: { getText(node: unknown): string };
  report(problem: { node: unknown; message: string }): void;
}

const roots = new Map<string, string>();
/** The workspace of a folder: the nearest parent with pnpm's workspace file. */
function rootOf(folder: string): string {
  const known = roots.get(folder);
  if (known !== undefined) return known;
  const isRoot = existsSync(join(folder, 'pnpm-workspace.yaml')) || dirname(folder) === folder;
  const root = isRoot ? folder : rootOf(dirname(folder));
  roots.set(folder, root);
  return root;
}

/** The file that is linted, relative to its workspace. */
const fileOf = ({ physicalFilename }: Context) =>
  relative(rootOf(dirname(physicalFilename)), physicalFilename)
    .split(sep)
    .join('/');

const textOf =
  ({ sourceCode }: Context) =>
  (node: unknown) =>
    sourceCode.getText(node);
const reportTo =
  (context: Context): Report =>
  (node, message) =>
    context.report({ node, message });

function namesOf({ specifiers = [] }: ImportNode): string[] {
  return specifiers.map(({ type, imported, local }) => {
    if (type === 'ImportSpecifier') return imported?.name ?? imported?.value ?? '*';
    if (type === 'ExportSpecifier') return local?.name ?? local?.value ?? '*';
    return type === 'ImportDefaultSpecifier' ? 'default' : '*';
  });
}

/** Custom oxlint rules (`jsPlugins` in .oxlintrc.json). */
const plugin = {
  meta: { name: 'taller' },
  rules: {
    'no-clock': {
      create(context: Context) {
        return {
          CallExpression(node: TimedNode) {
            const message = askedClock(node, textOf(context));
            if (message) context.report({ node, message });
          },
          ImportDeclaration(node: ImportNode) {
            const message = importedSleep(node.source?.value);
            if (message) context.report({ node, message });
          },
        };
      },
    },
    'expect-in-test': {
      create(context: Context) {
        return {
          CallExpression(node: CallNode) {
            const message = missingExpectation(node, textOf(context));
            if (message) context.report({ node, message });
          },
        };
      },
    },
    'columns-keep-names': {
      create(context: Context) {
        const check = (object: ObjectNode) => {
          for (const [node, message] of renamedColumns(object)) context.report({ node, message });
        };
        return { ObjectExpression: check, ObjectPattern: check };
      },
    },
    'text-has-element': {
      create(context: Context) {
        const check = (element: JsxNode) => {
          for (const node of looseTexts(element))
            context.report({
              node,
              message:
                'A text beside what comes and goes needs an element of its own: browsers translate pages.',
            });
        };
        return { JSXElement: check, JSXFragment: check };
      },
    },
    'loads-late': {
      create: (context: Context) => loadsLate(fileOf(context), textOf(context), reportTo(context)),
    },
    'data-layer': { create: (context: Context) => dataLayer(fileOf(context), reportTo(context)) },
    'remote-shape': {
      create: (context: Context) => remoteShape(fileOf(context), textOf(context), reportTo(context)),
    },
    'no-role-comparison': { create: (context: Context) => roleComparison(reportTo(context)) },
    'cancel-asks': { create: (context: Context) => silentCancel(reportTo(context)) },
    layers: {
      create(context: Context) {
        const file = fileOf(context);
        const check = (node: ImportNode) => {
          const specifier = node.source?.value;
          if (typeof specifier !== 'string') return;
          const message = refuseImport({ file, specifier, names: namesOf(node) });
          if (message) context.report({ node: node.source, message });
        };
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
          TSImportType: check,
        };
      },
    },
  },
};

export default plugin;
