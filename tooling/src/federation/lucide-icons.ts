import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { iconPath, type IconNode } from '#src/federation/icon-path.ts';
import { inRoot } from '#src/workspace/root.ts';

const ICON_FILE = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'lucide-react';?/g;

/** The file of each icon's name, `TriangleAlert` → `triangle-alert`, read off the package's own index. */
function readIconFiles(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )) {
    for (const name of names.split(',')) files.set(name.replace(/^\s*default as /, '').trim(), file);
  }
  return files;
}

/** The module of an icon of one path, from lucide's own description of it; null if it cannot be one. */
async function iconModule(file: string): Promise<string | null> {
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: IconNode } };
  const path = iconPath(icon.node);
  if (path === null) return null;
  return `import { createIcon } from ${JSON.stringify(inRoot('shared/src/ui/create-icon.tsx'))};
export default createIcon(${JSON.stringify(path)});`;
}

/**
 * Imports each icon from its own file. The package's index names 2,000 files, and a build parses them all before it shakes them off, which is most
 * of its time. Only the sources of this workspace are rewritten. The icons themselves become one path each (shared/src/ui/create-icon.tsx).
 */
export function lucideIcons(): Plugin {
  let files: Map<string, string> | null = null;
  const own = join(inRoot(), sep);
  return {
    name: 'taller-lucide-icons',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (ICON_FILE.test(id) ? iconModule(id) : null),
    async transform(code, id) {
      if (!id.startsWith(own) || id.includes('/node_modules/') || !code.includes("'lucide-react'")) {
        return null;
      }
      const index = files ? null : await this.resolve('lucide-react', id);
      const icons = (files ??= readIconFiles(index?.id ?? ''));
      const rewritten = code.replace(IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((specifier) => {
            const [name = '', local = name] = specifier.split(/\s+as\s+/);
            const file = icons.get(name);
            if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
            return `import ${local} from 'lucide-react/icons/${file}';`;
          })
          .join(' '),
      );
      return { code: rewritten, map: null };
    },
  };
}
