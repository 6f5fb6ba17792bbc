import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { SAMPLES_FILE } from '#src/opening/sample-shop.ts';
import { kitPackage, kitTsconfig } from '#src/kit/kit-package.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

async function checked(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, output } = await run(command, args, { quiet: true, cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`);
  return output;
}

/** Compiles shared to scripts and types: a package of a registry has no TypeScript sources. */
async function compileShared(folder: string): Promise<void> {
  const config = join(folder, '../tsconfig.json');
  const settings = {
    extends: inRoot('tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      rewriteRelativeImportExtensions: true,
      // `npm run check` checks types. Here a check would reject self-imports, which package.json maps to the scripts.
      noCheck: true,
      rootDir: inRoot('shared/src'),
      outDir: folder,
    },
    include: [inRoot('shared/src')],
    exclude: [inRoot('shared/src/**/*.test.ts'), inRoot('shared/src/**/*.test.tsx')],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(config, JSON.stringify(settings));
  await checked('tsc', ['--project', config]);
  await rm(config);
  const entries = await readdir(inRoot('shared/src'), { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || /\.tsx?$/.test(entry.name)) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, relative(inRoot('shared/src'), from));
    await mkdir(dirname(to), { recursive: true });
    await cp(from, to);
  }
}

/** Bundles the tools with what they use of the workspace, each entry beside the others. */
async function bundleTools(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: inRoot(),
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir: folder,
      rolldownOptions: {
        // npm installs these packages as dependencies; code of the workspace is bundled.
        external: (id) => /^[a-z@]/.test(id) && !id.startsWith('@taller/'),
        input: {
          'external-remote-config': inRoot('platform/release/src/kit/external-remote-config.ts'),
          cli: inRoot('platform/release/src/kit/cli.ts'),
        },
        // One folder: the tools find the package's other files relative to their own.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  await writeFile(
    join(folder, 'external-remote-config.d.ts'),
    `import type { UserConfigFnObject } from 'vite';

/** Vite configuration of a remote in a repository of its own. @param folder of the remote: \`import.meta.dirname\`. */
export declare function externalRemoteConfig(folder: string): UserConfigFnObject;
`,
  );
}

/**
 * Packs the npm package that a remote in its own repository needs.
 * @param target folder for the archive.
 * @returns the archive's path.
 */
export async function packKit(target: string): Promise<string> {
  const folder = inRoot('.cache/kit', String(process.pid));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await compileShared(join(folder, 'shared/src'));
    await bundleTools(join(folder, 'platform/release/src/kit'));
    for (const file of ['budgets.json', SAMPLES_FILE]) await cp(inRoot(file), join(folder, file));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(kitTsconfig(), null, 2));
    await writeFile(join(folder, 'package.json'), JSON.stringify(kitPackage(), null, 2));
    const output = await checked('npm', ['pack', '--silent', '--pack-destination', folder], folder);
    const name = output.trim().split('\n').at(-1) ?? '';
    await mkdir(target, { recursive: true });
    const archive = join(target, name);
    await rename(join(folder, name), archive).catch(() => cp(join(folder, name), archive));
    return archive;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
