import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { parseSync } from 'vite';
import { usedNames } from '#src/federation/used-names.ts';
import type { RemoteSource } from '#src/on-site/remote-source.ts';

const SCRIPT = /\.[cm]?[jt]sx?$/;

/** Modules that a source file imports at run time, without imports of types only. */
function importsOf(code: string, file: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const isRun = (entries: readonly { isType: boolean }[]) =>
    entries.length === 0 || entries.some(({ isType }) => !isType);
  return [
    ...staticImports.filter(({ entries }) => isRun(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
}

/**
 * Names that a remote imports from the contract, by module, in its sources and in the modules of shared that these
 * import. They are read from the files, without a build.
 */
export function importedNames({ folder, modules }: RemoteSource): Map<string, Set<string>> {
  const shared = createRequire(join(folder, 'package.json')).resolve(
    '@taller/shared/contract/remote-module.ts',
  );
  const sharedSources = shared.slice(0, shared.lastIndexOf(`${sep}contract${sep}`)) + sep;
  const used = new Map<string, Set<string>>();
  const files = new Set(modules.map((module) => join(folder, 'src/remote', `${module}.tsx`)));
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    for (const [module, names] of usedNames(code, file))
      used.set(module, new Set([...(used.get(module) ?? []), ...names]));
    const { resolve } = createRequire(file);
    for (const wanted of importsOf(code, file)) {
      // The shell provides the singletons.
      if (/^@taller\/shared\/(?:runtime|query)$/.test(wanted)) continue;
      let found: string;
      try {
        found = resolve(wanted.split('?')[0] ?? wanted);
      } catch {
        // The development server reports an unresolved import, with its position, when the file is requested.
        continue;
      }
      const isSource = !found.includes(`${sep}node_modules${sep}`) || found.startsWith(sharedSources);
      if (isSource && SCRIPT.test(found)) files.add(found);
    }
  }
  return used;
}
