import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { iconPath, type IconNode } from '#src/federation/icon-path.ts';
import { sharedFile } from '#src/workspace/root.ts';

const ICONS = 'lucide-react/icons/';

/** The module of a single-path icon, from lucide's definition; null if it cannot be converted. */
async function iconModule(file: string): Promise<string | null> {
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: IconNode } };
  const path = iconPath(icon.node);
  if (path === null) return null;
  return `import { createIcon } from ${JSON.stringify(sharedFile('ui/create-icon.tsx'))};
export default createIcon(${JSON.stringify(path)});`;
}

/**
 * Replaces each icon that is imported from `lucide-react/icons/*` by one of a single path
 * (shared/src/ui/create-icon.tsx).
 */
export function lucideIcons(): Plugin {
  const files = new Set<string>();
  return {
    name: 'taller-lucide-icons',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.startsWith(ICONS)) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!resolved) throw new Error(`lucide-react has no icon ${source.slice(ICONS.length)}`);
      files.add(resolved.id);
      return resolved;
    },
    load: (id) => (files.has(id) ? iconModule(id) : null),
  };
}
