import { createHash } from 'node:crypto';
import { version as reactVersion } from 'react';
import { describe, expect, test } from 'vitest';
import { DEPRECATIONS, type Deprecation } from './deprecations.ts';
import { CONTRACT_VERSION } from './remote-module.ts';
import { neededRuntime, providedNames, RUNTIME_HISTORY } from './runtime-history.ts';
import { misfit, RUNTIME_VERSION } from './runtime-version.ts';

const MODULES = ['@taller/shared/runtime', '@taller/shared/query'] as const;
const provided = {
  '@taller/shared/runtime': () => import('@taller/shared/runtime'),
  '@taller/shared/query': () => import('@taller/shared/query'),
};
const latest = RUNTIME_HISTORY.at(-1);
const recorded = (module: (typeof MODULES)[number]) =>
  RUNTIME_HISTORY.flatMap(({ exports }) => exports[module]);

describe('SHELL-08 what the shell provides changes with its version only', () => {
  test.each(MODULES)('every export of %s is recorded', async (module) => {
    const names = Object.keys(await provided[module]());
    expect(
      names.filter((name) => !recorded(module).includes(name)),
      'New exports: raise RUNTIME_VERSION and add an entry with them to runtime-history.ts.',
    ).toEqual([]);
    expect(
      providedNames()[module].filter((name) => !names.includes(name)),
      'Exports are gone, and remotes in use need them. Bring them back, deprecate them in deprecations.ts, and remove them with `removed` when contract-diff says that nobody uses them.',
    ).toEqual([]);
    expect(
      names.filter((name) => !providedNames()[module].includes(name)),
      'Exports are recorded as removed in deprecations.ts: remove them, or take `removed` away.',
    ).toEqual([]);
  });

  test('React is the recorded one', () => {
    expect(
      latest?.react,
      'Another React: raise RUNTIME_VERSION and add an entry with it; for a new major version raise CONTRACT_VERSION.',
    ).toBe(reactVersion.split('.').slice(0, 2).join('.'));
  });

  test('versions count upwards from the contract, without a gap', () => {
    expect(RUNTIME_HISTORY.map(({ version }) => version)).toEqual(
      RUNTIME_HISTORY.map((_, index) => `${CONTRACT_VERSION}.${index}`),
    );
    expect(latest?.version).toBe(RUNTIME_VERSION);
  });

  test.each(RUNTIME_HISTORY)('version $version is what it was', ({ digest, version, ...contents }) => {
    const { react, exports } = contents;
    const gone = DEPRECATIONS.filter(({ removed }) => removed === version).map(
      ({ module, name }) => `${module} ${name}`,
    );
    const names = MODULES.map((module) => [...exports[module]].sort());
    const text = JSON.stringify([version, react, ...names, ...(gone.length > 0 ? [gone.sort()] : [])]);
    expect(
      digest,
      `Version ${version} has been changed. If it may have been deployed, add an entry instead; else record its new digest.`,
    ).toBe(createHash('sha256').update(text).digest('hex').slice(0, 12));
  });
});

describe('SHELL-75 a name of the contract goes in two steps', () => {
  const at = (version: string | undefined) => RUNTIME_HISTORY.findIndex((entry) => entry.version === version);

  /** What is wrong with an entry of deprecations.ts. */
  async function faultsOf({ module, name, since, instead, removed }: Deprecation): Promise<string[]> {
    const singleton = MODULES.find((known) => known === module);
    const exports = singleton ? null : ((await import(/* @vite-ignore */ module)) as object);
    return [
      ...(instead === '' ? [`${name}: what is used instead?`] : []),
      ...(at(since) === -1 ? [`${name}: ${since} is not in runtime-history.ts`] : []),
      ...(removed !== undefined && at(removed) <= at(since)
        ? [`${name}: it is removed in a version of runtime-history.ts after the one that deprecates it`]
        : []),
      ...(singleton && !recorded(singleton).includes(name) ? [`${module} never exported ${name}`] : []),
      ...(exports && Object.hasOwn(exports, name) === (removed !== undefined)
        ? [`${module}: ${name} is exported exactly until it is removed`]
        : []),
    ];
  }

  test('every deprecation names what there is, since when, and what to use', async () => {
    expect((await Promise.all(DEPRECATIONS.map(faultsOf))).flat()).toEqual([]);
    const fine = {
      module: '@taller/shared/contract/paths.ts',
      name: 'paths',
      since: '1.4',
      instead: 'x',
    } as const;
    const query = { ...fine, module: '@taller/shared/query' } as const;
    expect(await faultsOf(fine)).toEqual([]);
    expect(await faultsOf({ ...fine, removed: '1.4' })).toEqual([
      'paths: it is removed in a version of runtime-history.ts after the one that deprecates it',
      '@taller/shared/contract/paths.ts: paths is exported exactly until it is removed',
    ]);
    expect(await faultsOf({ ...fine, name: 'path', instead: '', since: '1.99' })).toEqual([
      'path: what is used instead?',
      'path: 1.99 is not in runtime-history.ts',
      '@taller/shared/contract/paths.ts: path is exported exactly until it is removed',
    ]);
    expect(await faultsOf({ ...query, name: 'useGuess' })).toEqual([
      '@taller/shared/query never exported useGuess',
    ]);
  });

  test('a name is deprecated once, and one that was removed does not come back with another meaning', () => {
    const names = DEPRECATIONS.map(({ module, name }) => `${module} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const module of MODULES) expect(new Set(recorded(module)).size).toBe(recorded(module).length);
  });

  test('what is removed is provided until then, and a build that still uses it needs no runtime: it is refused', () => {
    const gone = [
      { module: '@taller/shared/runtime', name: 'toast', since: '1.1', instead: 'x', removed: '1.3' },
    ] as const;
    const provided = (version: string) => providedNames(version, gone)['@taller/shared/runtime'];
    expect(
      ['1.0', '1.2', '1.3', '1.4', '1.99'].map((version) => provided(version).includes('toast')),
    ).toEqual([true, true, false, false, false]);
    expect(provided('1.0')).not.toContain('readFacts');
    expect(provided('1.99')).toContain('readFacts');
    expect(() => neededRuntime({ '@taller/shared/runtime': ['toast'] }, '19.3', gone)).toThrow(
      '@taller/shared/runtime no longer exports toast, since 1.3: x',
    );
  });
});

describe('SHELL-08 who fits whom', () => {
  test.each([
    [{ contract: 1, runtime: '1.0' }, { contract: 1, runtime: '1.0' }, null],
    [{ contract: 1, runtime: '1.0' }, { contract: 1, runtime: '1.10' }, null],
    [{ contract: 1, runtime: '1.9' }, { contract: 1, runtime: '1.10' }, null],
    [{ contract: 1, runtime: '1.10' }, { contract: 1, runtime: '1.9' }, 'runtime'],
    [{ contract: 2, runtime: '2.0' }, { contract: 1, runtime: '1.4' }, 'contract'],
    [{ contract: 1, runtime: '1.4' }, { contract: 2, runtime: '2.0' }, 'contract'],
  ] as const)('a build for %o on a shell with %o: %s', (needed, shell, answer) => {
    expect(misfit(needed, shell)).toBe(answer);
  });

  test('a build needs the oldest version that has everything it uses', () => {
    const first = RUNTIME_HISTORY[0]?.version;
    expect(neededRuntime({ '@taller/shared/runtime': ['Link', 'toast'] }, '19.3')).toBe(first);
    expect(neededRuntime({ '@taller/shared/query': ['*'] }, '19.3')).toBe(RUNTIME_VERSION);
    expect(() => neededRuntime({ '@taller/shared/query': ['useGuess'] }, '19.3')).toThrow('useGuess');
    expect(neededRuntime({}, '19.0')).toBe(first);
    expect(() => neededRuntime({}, '19.10')).toThrow('React 19.10');
    expect(() => neededRuntime({}, '18.3')).toThrow('React 18.3');
  });
});
