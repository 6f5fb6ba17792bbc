import { createHash } from 'node:crypto';
import { version as reactVersion } from 'react';
import { describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from './remote-module.ts';
import { neededRuntime, RUNTIME_HISTORY } from './runtime-history.ts';
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
      recorded(module).filter((name) => !names.includes(name)),
      'Exports are gone, and remotes in use need them. Bring them back, or raise CONTRACT_VERSION and start runtime-history.ts again.',
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
    const text = JSON.stringify([version, react, ...MODULES.map((module) => [...exports[module]].sort())]);
    expect(
      digest,
      `Version ${version} has been changed. If it may have been deployed, add an entry instead; else record its new digest.`,
    ).toBe(createHash('sha256').update(text).digest('hex').slice(0, 12));
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
