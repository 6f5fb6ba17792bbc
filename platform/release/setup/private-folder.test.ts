import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const { makePrivate } = (await import(inRoot('platform/release/setup/private-folder.mjs'))) as {
  makePrivate: (folder: string) => boolean;
};

test.skipIf(process.platform === 'win32')(
  'SEC-49 a folder of programs is private; what was in one that others could write to is gone',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'taller-private-folder-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, '.cache/compile');
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
