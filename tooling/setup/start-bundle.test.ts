import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

interface Program {
  script(): string;
  distrust(): boolean;
}
const { startProgram } = (await import(inRoot('tooling/setup/start-bundle.mjs'))) as {
  startProgram: (options: { installation: string; workspace: string }) => Program;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let workspace: string;
let bundle: string;
const program = (installation = 'packages') => startProgram({ installation, workspace });
const source = () => join(workspace, 'tooling/src/tasks/start.ts');

/** A workspace with one source and the bundle that was made of it. */
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'taller-start-bundle-'));
  mkdirSync(join(workspace, '.cache/start/one'), { recursive: true });
  bundle = join(workspace, '.cache/start/one/start.mjs');
  writeFileSync(join(workspace, 'a.ts'), 'a');
  writeFileSync(bundle, 'bundled');
  const made = {
    folder: 'one',
    entry: 'start.mjs',
    installation: 'packages',
    sources: { 'a.ts': sha256('a') },
    files: { 'start.mjs': sha256('bundled') },
  };
  writeFileSync(join(workspace, '.cache/start/latest.json'), JSON.stringify(made));
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
  writeFileSync(join(workspace, '.cache/start/latest.json'), '{"folder":');
  expect(program().script()).toBe(source());
  rmSync(join(workspace, '.cache'), { recursive: true });
  expect(program().script()).toBe(source());
});

test('OPS-55 a bundle that ended before it was ready is not run again', () => {
  const running = program();
  expect(running.script()).toBe(bundle);
  expect(running.distrust()).toBe(true);
  expect(running.script()).toBe(source());
  expect(running.distrust()).toBe(false);
});
