import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

interface Program {
  script(): string;
  distrust(): boolean;
}
const { makePrivate, startProgram } = (await import(inRoot('tooling/setup/start-bundle.mjs'))) as {
  makePrivate: (folder: string) => boolean;
  startProgram: (options: { installation: string; workspace: string }) => Program;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let workspace: string;
let bundle: string;
const program = (installation = 'packages') => startProgram({ installation, workspace });
const source = () => join(workspace, 'tooling/src/tasks/start.ts');

const latest = () => join(workspace, '.cache/start/latest.json');
const made = () => ({
  folder: 'one',
  entry: 'start.mjs',
  installation: 'packages',
  sources: { 'tooling/src/tasks/start.ts': sha256('start'), 'a.ts': sha256('a') } as Record<string, string>,
  files: { 'start.mjs': sha256('bundled') } as Record<string, string>,
});

/** A workspace with two sources and their bundle. */
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'taller-start-bundle-'));
  mkdirSync(join(workspace, '.cache/start/one'), { recursive: true, mode: 0o700 });
  mkdirSync(join(workspace, 'tooling/src/tasks'), { recursive: true });
  writeFileSync(source(), 'start');
  bundle = join(workspace, '.cache/start/one/start.mjs');
  writeFileSync(join(workspace, 'a.ts'), 'a');
  writeFileSync(bundle, 'bundled');
  writeFileSync(latest(), JSON.stringify(made()));
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

test('OPS-55 a start takes the bundle that was made of these sources and packages', () => {
  expect(program().script()).toBe(bundle);
});

test('OPS-55 an edited or missing source, other packages, or a damaged bundle starts from the sources', () => {
  expect(program('others').script()).toBe(source());
  writeFileSync(bundle, 'bundle');
  expect(program().script()).toBe(source());
  writeFileSync(bundle, 'bundled');
  const running = program();
  expect(running.script()).toBe(bundle);
  writeFileSync(join(workspace, 'a.ts'), 'b');
  expect(running.script()).toBe(source());
  rmSync(join(workspace, 'a.ts'));
  expect(running.script()).toBe(source());
});

test('OPS-55 a note of the bundle that cannot be read starts from the sources', () => {
  writeFileSync(latest(), '{"folder":');
  expect(program().script()).toBe(source());
  rmSync(join(workspace, '.cache'), { recursive: true });
  expect(program().script()).toBe(source());
});

test('SEC-49 a note that vouches for nothing, or leads out of the folder, starts from the sources', () => {
  const takes = (change: Partial<ReturnType<typeof made>>) => {
    writeFileSync(latest(), JSON.stringify({ ...made(), ...change }));
    return program().script() === bundle;
  };
  const { files, sources } = made();
  expect(takes({})).toBe(true);
  expect(takes({ sources: {} })).toBe(false);
  expect(takes({ sources: { 'a.ts': sha256('a') } })).toBe(false);
  expect(takes({ sources: { ...sources, '../outside': sha256('x') } })).toBe(false);
  expect(takes({ files: {} })).toBe(false);
  writeFileSync(join(workspace, '.cache/start/start.mjs'), 'bundled', { mode: 0o600 });
  const entry = '../start.mjs';
  expect(takes({ entry, files: { ...files, [entry]: sha256('bundled') } })).toBe(false);
  expect(takes({ entry: 'other.mjs' })).toBe(false);
  for (const folder of ['.', '..', '../start/one', 'one/../one', '', '/tmp'])
    expect(takes({ folder })).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'SEC-49 a bundle in a folder or of files that others can write starts from the sources',
  () => {
    const start = join(workspace, '.cache/start');
    for (const path of [start, join(start, 'one')]) {
      for (const mode of [0o777, 0o770, 0o755]) {
        chmodSync(path, mode);
        expect(program().script()).toBe(source());
      }
      chmodSync(path, 0o700);
    }
    for (const path of [latest(), bundle]) {
      for (const mode of [0o666, 0o620]) {
        chmodSync(path, mode);
        expect(program().script()).toBe(source());
      }
      chmodSync(path, 0o644);
    }
    expect(program().script()).toBe(bundle);
    const elsewhere = join(workspace, 'elsewhere');
    for (const path of [bundle, latest(), join(start, 'one'), start]) {
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
      expect(program().script()).toBe(source());
      rmSync(path);
      renameSync(elsewhere, path);
    }
    expect(program().script()).toBe(bundle);
  },
);

test.skipIf(process.getuid?.() !== 0)('SEC-49 a bundle of another user starts from the sources', () => {
  const start = join(workspace, '.cache/start');
  for (const path of [start, join(start, 'one'), latest(), bundle]) {
    chownSync(path, 65534, 65534);
    expect(program().script()).toBe(source());
    chownSync(path, 0, 0);
  }
  expect(program().script()).toBe(bundle);
});

test.skipIf(process.platform === 'win32')(
  'SEC-49 a folder of programs is private; what was in one that others could write to is gone',
  () => {
    const folder = join(workspace, '.cache/compile');
    const mode = () => statSync(folder).mode & 0o777;
    expect([makePrivate(folder), mode()]).toEqual([true, 0o700]);
    writeFileSync(join(folder, 'compiled'), '');
    chmodSync(folder, 0o755);
    expect([makePrivate(folder), mode(), readdirSync(folder)]).toEqual([true, 0o700, ['compiled']]);
    chmodSync(folder, 0o775);
    expect([makePrivate(folder), mode(), readdirSync(folder)]).toEqual([true, 0o700, []]);
    rmSync(folder, { recursive: true });
    symlinkSync(tmpdir(), folder);
    expect(makePrivate(folder)).toBe(true);
    expect(lstatSync(folder).isDirectory()).toBe(true);
  },
);

test('OPS-55 a bundle that ended before it was ready is not run again', () => {
  const running = program();
  expect(running.script()).toBe(bundle);
  expect(running.distrust()).toBe(true);
  expect(running.script()).toBe(source());
  expect(running.distrust()).toBe(false);
});
