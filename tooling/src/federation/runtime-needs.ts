import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Plugin } from 'vite';
import { neededRuntime } from '@taller/shared/contract/runtime-history.ts';
import type { RuntimeVersion } from '@taller/shared/contract/runtime-version.ts';
import { inRoot } from '#src/workspace/root.ts';

/** File in which a remote's build says which runtime it needs; it does not go to the site. */
export const RUNTIME_NEEDS_FILE = 'runtime-needs.json';

/** Contents of that file. */
export interface RuntimeNeedsFile {
  runtime: RuntimeVersion;
}

const IMPORT =
  /^\s*(import|export)\s+(type\s+)?([^'"]*?)\s*from\s*['"](@taller\/shared\/(?:runtime|query))['"]/gm;

/** Names, as exported, in what stands between `import` and `from`; `*` for a namespace. */
function namesIn(clause: string): string[] {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined) return ['*'];
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? name);
}

/** Names that a source file takes from the singletons of shared, by module. Types are no names: nothing is left of them at run time. */
export function usedNames(code: string): Map<string, string[]> {
  const used = new Map<string, string[]>();
  for (const [, , typeOnly, clause = '', module = ''] of code.matchAll(IMPORT)) {
    if (!typeOnly) used.set(module, [...(used.get(module) ?? []), ...namesIn(clause)]);
  }
  return used;
}

/**
 * Works out the oldest runtime that a remote can run on, from what its sources and those of shared that it bundles import: a remote may be published on
 * a shell that is older than the sources it was built from, as long as it uses nothing newer.
 */
export function runtimeNeeds(): Plugin {
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
      const { version } = JSON.parse(
        readFileSync(inRoot('shared/node_modules/react/package.json'), 'utf8'),
      ) as { version: string };
      const names = Object.fromEntries([...used].map(([module, set]) => [module, [...set]]));
      const runtime = neededRuntime(names, version.split('.').slice(0, 2).join('.'));
      const source = JSON.stringify({ runtime } satisfies RuntimeNeedsFile);
      this.emitFile({ type: 'asset', fileName: RUNTIME_NEEDS_FILE, source });
    },
  };
}
