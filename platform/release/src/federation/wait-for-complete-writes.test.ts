import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// oxlint-disable-next-line taller/no-clock -- the pause between an editor's two writes
import { setTimeout as later } from 'node:timers/promises';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { waitForCompleteWrites } from './wait-for-complete-writes.ts';

test('SHELL-70 an edit counts when its file is written, however long after the file was emptied', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'taller-edits-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const file = join(root, 'texts.js');
  writeFileSync(file, 'before');
  const seen: string[] = [];
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [
      waitForCompleteWrites(),
      {
        name: 'seen',
        hotUpdate: { order: 'post', handler: (edit) => void seen.push(readFileSync(edit.file, 'utf8')) },
      },
    ],
  });
  onTestFinished(() => vite.close());
  vite.watcher.add(file);
  await expect.poll(() => Object.values(vite.watcher.getWatched()).flat()).toContain('texts.js');
  for (const gap of [0, 30, 300]) {
    seen.length = 0;
    writeFileSync(file, '');
    // An editor truncates a file, then writes it; a busy machine may pause in between.
    await later(gap);
    writeFileSync(file, `after ${gap}`);
    await expect.poll(() => seen).not.toEqual([]);
    expect(seen[0]).toBe(`after ${gap}`);
  }
});
