import { describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from './remote-module.ts';
import { misfit, RUNTIME_VERSION } from './runtime-version.ts';

test('SHELL-08 the version begins with the contract’s number', () => {
  expect(RUNTIME_VERSION.split('.')[0]).toBe(String(CONTRACT_VERSION));
});

describe('SHELL-08 compatibility of builds and shells', () => {
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
});
