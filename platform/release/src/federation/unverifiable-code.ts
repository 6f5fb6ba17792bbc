import { basename, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

/** Matches scripts that may import unverifiable code. Only parsing tells: a library may merely mention `import()`. */
const SUSPECT = /\bimport\s*\(\s*(?!["'`]\.)|\bimport\s*\(\s*`[^`]*\$\{/;

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The text of a literal, or of a template without parts; null of anything else. */
function textOf({ type, value, quasis, expressions }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateLiteral' || (expressions as unknown[]).length > 0) return null;
  const [only] = quasis as { value: { cooked: string } }[];
  return only?.value.cooked ?? null;
}

/** Whether a script imports, or may import, anything but the build's own files. */
function importsOthers(node: Node, files: ReadonlySet<string>): boolean {
  if (node.type === 'ImportExpression') {
    const name = textOf(node.source as Node);
    if (name === null || !name.startsWith('.') || !files.has(basename(name))) return true;
  }
  return Object.values(node).some((value) =>
    (Array.isArray(value) ? value : [value]).some((inner) => isNode(inner) && importsOthers(inner, files)),
  );
}

/** The source module of the suspect import if the bundler knows it, else the chunk. */
function sourceOf({ fileName, modules }: Rolldown.OutputChunk): string {
  const id = Object.keys(modules).find((one) => SUSPECT.test(modules[one]?.code ?? ''));
  return id === undefined ? fileName : relative(inRoot(), id);
}

/** Refuses a remote's build that loads code which is not in its list of hashes, or that nothing verifies (SHELL-72). */
export const noUnverifiableCode = (remote: string): Plugin => ({
  name: 'taller-no-unverifiable-code',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = new Set(Object.keys(bundle).map((file) => basename(file)));
      for (const file of Object.values(bundle)) {
        // The bundler puts the code of a worker beside the others, as a file that no script imports.
        if (file.type === 'asset' && /\.m?js$/.test(file.fileName))
          this.error(
            `${remote} crea un Worker (${file.fileName}): nadie puede verificar su código, y la política del sitio no ` +
              'lo deja partir. Haz ese trabajo en partes, o en el servidor.',
          );
        if (file.type !== 'chunk' || !SUSPECT.test(file.code)) continue;
        if (importsOthers(this.parse(file.code) as unknown as Node, files))
          this.error(
            `${remote} importa código con un nombre que se arma al ejecutar, o de otro sitio, y nadie puede verificarlo ` +
              `antes. Escribe en import() el nombre del archivo. Está en ${sourceOf(file)}.`,
          );
      }
    },
  },
});
