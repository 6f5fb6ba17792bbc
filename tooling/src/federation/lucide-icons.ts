import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { iconPath, type IconNode } from '#src/federation/icon-path.ts';
import { inRoot } from '#src/workspace/root.ts';

const ICON_FILE = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'lucide-react';?/g;

/** Maps icon names to files, `TriangleAlert` → `triangle-alert`, as listed in the package's index. */
function readIconFiles(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )) {
    for (const name of names.split(',')) files.set(name.replace(/^\s*default as /, '').trim(), file);
  }
  return files;
}

/** The module of a single-path icon, from lucide's definition; null if it cannot be converted. */
async function iconModule(file: string): Promise<string | null> {
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: IconNode } };
  const path = iconPath(icon.node);
  if (path === null) return null;
  return `import { createIcon } from ${JSON.stringify(inRoot('shared/src/ui/create-icon.tsx'))};
export default createIcon(${JSON.stringify(path)});`;
}

/**
 * Imports each icon from its own file. The package's index refers to 2,000 files, all of which a build parses before
 * tree shaking, taking most of its time. Only sources of this workspace are rewritten. Icons are converted to one path
 * each (shared/src/ui/create-icon.tsx).
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
