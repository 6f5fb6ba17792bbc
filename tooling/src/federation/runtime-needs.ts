import { isAbsolute } from 'node:path';
import { parseSync, type Plugin } from 'vite';
import { neededRuntime } from '@taller/shared/contract/runtime-history.ts';
import type { RuntimeVersion } from '@taller/shared/contract/runtime-version.ts';
import { reactOf } from '#src/workspace/react-version.ts';

/** File with what a remote's build needs of the contract; it is not part of the site. */
export const RUNTIME_NEEDS_FILE = 'runtime-needs.json';

/** Contents of that file. */
export interface RuntimeNeedsFile {
  runtime: RuntimeVersion;
  /** Names that it uses, by module; `*` for any. */
  uses: Record<string, string[]>;
}

/** What remotes use of the contract: the two singletons and its own modules. */
const CONTRACT = /^@taller\/shared\/(?:(runtime|query)|contract\/.+)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;

/**
 * Names that a source file imports from the contract, by module; `*` where it could be any, for a namespace and for a
 * dynamic import. Types are ignored: they do not exist at run time.
 * @param file its name, which says its language.
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

/**
 * What a remote needs of the contract.
 *
 * @param used names that it imports, by module.
 * @param from folder of the remote.
 */
export function needsOf(used: ReadonlyMap<string, ReadonlySet<string>>, from: string): RuntimeNeedsFile {
  const version = reactOf(from).react;
  const modules = [...used.keys()].sort();
  const uses = Object.fromEntries(modules.map((module) => [module, [...(used.get(module) ?? [])].sort()]));
  const ofSingletons = Object.fromEntries(
    Object.entries(uses).filter(([module]) => CONTRACT.exec(module)?.[1] !== undefined),
  );
  return { runtime: neededRuntime(ofSingletons, version.split('.').slice(0, 2).join('.')), uses };
}

/**
 * Determines which names of the contract a remote uses, and the oldest runtime that it can run on: from the imports of
 * its sources, of the parts of shared and of the packages that it bundles, and from the React that the remote itself
 * resolves. A remote may be published on an older shell if it uses nothing newer.
 *
 * @param from folder of the remote.
 */
export function runtimeNeeds(from: string): Plugin {
  const used = new Map<string, Set<string>>();
  return {
    name: 'taller-runtime-needs',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used.clear();
    },
    transform(code, id) {
      const [file = ''] = id.split('?');
      // Modules of the federation plugin have no file: they name everything that is shared.
      if (!isAbsolute(file) || !SCRIPT.test(file) || !code.includes('@taller/shared/')) return null;
      for (const [module, names] of usedNames(code, file))
        used.set(module, new Set([...(used.get(module) ?? []), ...names]));
      return null;
    },
    generateBundle() {
      const source = JSON.stringify(needsOf(used, from));
      this.emitFile({ type: 'asset', fileName: RUNTIME_NEEDS_FILE, source });
    },
  };
}
