import type { Plugin } from 'vite';
import { HASHES_FILE } from '#src/federation/verified-chunks.ts';
import { resolveInRoot } from '#src/workspace/root.ts';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...options: never) => unknown>>[1];

/** Files of the chunks that these import dynamically, with their static imports: scripts and style sheets. */
function laterFiles(bundle: Bundle, start: string): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    chunk.imports.forEach(visit);
  };
  const chunk = bundle[start];
  if (chunk?.type === 'chunk') chunk.dynamicImports.forEach(visit);
  return [...files].sort();
}

/**
 * Writes, for each module that a remote exposes, the files that its screens load lazily, as a list in
 * `screens/<module>.json` next to the remote's entry. The shell reads it to prefetch a screen (shell/src/prefetch.ts).
 * One file per module, so that a role learns nothing about other modules.
 *
 * @param from folder of the remote.
 */
export function screenFiles(remote: string, modules: readonly string[], from: string = remote): Plugin {
  return {
    name: 'taller-screen-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const module of modules) {
        const source = resolveInRoot(from, 'src/remote', `${module}.tsx`);
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === source,
        );
        if (!chunk) this.error(`${remote} has no chunk for its module ${module}`);
        const files = laterFiles(bundle, chunk.fileName);
        const list = JSON.stringify(files.length > 0 ? [HASHES_FILE, ...files] : files);
        this.emitFile({ type: 'asset', fileName: `screens/${module}.json`, source: list });
      }
    },
  };
}
