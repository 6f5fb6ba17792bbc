import { sep } from 'node:path';
import type { Plugin } from 'vite';
import { neededRuntime } from '@taller/shared/contract/runtime-history.ts';
import type { RuntimeVersion } from '@taller/shared/contract/runtime-version.ts';
import { reactOf } from '#src/workspace/react-version.ts';
import { inRoot } from '#src/workspace/root.ts';

/** File with the runtime version that a remote's build needs; it is not part of the site. */
export const RUNTIME_NEEDS_FILE = 'runtime-needs.json';

/** Contents of that file. */
export interface RuntimeNeedsFile {
  runtime: RuntimeVersion;
}

const IMPORT =
  /^\s*(import|export)\s+(type\s+)?([^'"]*?)\s*from\s*['"](@taller\/shared\/(?:runtime|query))['"]/gm;

/** Imported names between `import` and `from`; `*` for a namespace. */
function namesIn(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined) return ['*'];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
}

/**
 * Names that a source file imports from the singletons of shared, by module. Types are ignored: they do not exist at
 * run time.
 */
export function usedNames(code: string): Map<string, string[]> {
  const used = new Map<string, string[]>();
  for (const [, , typeOnly, clause = '', module = ''] of code.matchAll(IMPORT)) {
    if (!typeOnly) used.set(module, [...(used.get(module) ?? []), ...namesIn(clause)]);
  }
  return used;
}

/**
 * Determines the oldest runtime that a remote can run on, from the imports of its sources and of the parts of shared
 * that it bundles, and from the React that the remote itself resolves: a remote may be published on an older shell if
 * it uses nothing newer.
 *
 * @param from folder of the remote.
 */
export function runtimeNeeds(from: string): Plugin {
  const used = new Map<string, Set<string>>();
  const own = inRoot() + (inRoot().endsWith(sep) ? '' : sep);
  return {
    name: 'taller-runtime-needs',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used.clear();
    },
    transform(code, id) {
      if (!id.startsWith(own) || id.includes('/node_modules/')) return null;
      for (const [module, names] of usedNames(code)) {
        const all = used.get(module) ?? new Set();
        for (const name of names) all.add(name);
        used.set(module, all);
      }
      return null;
    },
    generateBundle() {
      const version = reactOf(from).react;
      const names = Object.fromEntries([...used].map(([module, set]) => [module, [...set]]));
      const runtime = neededRuntime(names, version.split('.').slice(0, 2).join('.'));
      const source = JSON.stringify({ runtime } satisfies RuntimeNeedsFile);
      this.emitFile({ type: 'asset', fileName: RUNTIME_NEEDS_FILE, source });
    },
  };
}
