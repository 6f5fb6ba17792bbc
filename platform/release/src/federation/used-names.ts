import { isAbsolute } from 'node:path';
import { parseSync, type Plugin } from 'vite';

/** File with the names of the contract that a remote's build uses; it is not part of the site. */
export const USED_NAMES_FILE = 'used-names.json';

/** Contents of that file: names by module; `*` for any. */
export type UsedNames = Record<string, string[]>;

/** Modules of the contract: the two singletons of shared, and shared/contract. */
const CONTRACT = /^@taller\/shared\/(?:runtime|query|contract\/.+)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Names that a source file imports from the contract, by module; `*` for a namespace or a dynamic import, which may use
 * any name. Types are ignored, since they do not exist at run time.
 * @param file the file's name, which determines the language.
 */
export function usedNames(code: string, file: string): Map<string, string[]> {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const found = [
    ...staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName, isType }) => ({ module: moduleRequest.value, importName, isType })),
    ),
    ...staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, importName, isType }) => ({
        module: moduleRequest?.value ?? '',
        importName,
        isType,
      })),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      module: code.slice(start + 1, end - 1),
      importName: null,
      isType: false,
    })),
  ];
  const used = new Map<string, string[]>();
  for (const { module, importName, isType } of found) {
    if (isType || !CONTRACT.test(module)) continue;
    const name = (importName?.kind === 'Name' && importName.name) || '*';
    used.set(module, [...(used.get(module) ?? []), name]);
  }
  return used;
}

/** The names that a remote imports, by module, sorted. */
export const namesOf = (used: ReadonlyMap<string, ReadonlySet<string>>): UsedNames =>
  Object.fromEntries(
    [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([module, names]) => [module, [...names].sort()]),
  );

/**
 * Records the names of the contract that a remote uses, from the imports of all bundled modules: its own sources, those
 * of shared, and packages.
 */
export function notesUsedNames(): Plugin {
  const used = new Map<string, Set<string>>();
  return {
    name: 'taller-used-names',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used.clear();
    },
    transform(code, id) {
      const [file = ''] = id.split('?');
      // Modules of the federation plugin, which have no file, name every shared module.
      if (!isAbsolute(file) || !SCRIPT.test(file) || !code.includes('@taller/shared/')) return null;
      for (const [module, names] of usedNames(code, file))
        used.set(module, new Set([...(used.get(module) ?? []), ...names]));
      return null;
    },
    generateBundle() {
      const source = JSON.stringify(namesOf(used));
      this.emitFile({ type: 'asset', fileName: USED_NAMES_FILE, source });
    },
  };
}
