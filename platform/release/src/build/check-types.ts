import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';
import type { SitePackage } from './build-package.ts';

/** Entry files of each kind of package; a build bundles everything that they import. */
const ENTRIES = { shell: ['src/main.tsx', 'src/prerender.tsx'], remote: ['src/remote/*.tsx'] };

/** Folder of a package, which git ignores. */
const FOLDER = 'node_modules/.taller-types';

/** Writes a configuration that checks a package's bundled files, without its tests. @returns the folder. */
function writeConfig(name: SitePackage): string {
  const cwd = join(ROOT, name);
  const entries = globSync(ENTRIES[name === 'shell' ? 'shell' : 'remote'], { cwd });
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: '../../..',
      incremental: true,
      tsBuildInfoFile: './info.json',
    },
    files: ['src/env.d.ts', ...entries.filter((file) => !file.includes('.test.'))].map(
      (file) => `../../${file}`,
    ),
    include: [],
    references: [],
  };
  const folder = join(cwd, FOLDER);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

/** Adds the owner to an error in another package's file: `shared/src/orders/x.ts(1,2): … (de shared)`. */
function withOwner(line: string, name: SitePackage): string {
  const [, owner = name] = /^([\w-]+)\/\S+\(\d+,\d+\): error /.exec(line) ?? [];
  return owner === name ? line : `${line} (es de ${owner}, que ${name} lleva)`;
}

/**
 * Type-checks the sources that a package of the site bundles, in every workspace, without other sources.
 * @returns the errors, with the owner of each file, or null.
 */
export async function typeFaults(name: SitePackage): Promise<string | null> {
  const { code, output } = await run(
    'node',
    ['node_modules/typescript/bin/tsc', '-p', writeConfig(name), '--pretty', 'false'],
    { quiet: true },
  );
  if (code === 0) return null;
  return output
    .trim()
    .split('\n')
    .map((line) => withOwner(line, name))
    .join('\n');
}
