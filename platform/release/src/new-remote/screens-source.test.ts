import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { SCREENS_FILE, screensSource } from '#src/new-remote/screens-source.ts';
import { inRoot } from '#src/workspace/root.ts';

test('SHELL-36 rewriting the list of screens loses nothing, since the file contains only data', () => {
  const { stdout, stderr } = spawnSync(
    inRoot('node_modules/.bin/oxfmt'),
    ['--stdin-filepath', SCREENS_FILE],
    {
      cwd: inRoot(),
      input: screensSource(SCREENS),
      encoding: 'utf8',
    },
  );
  expect(stdout, stderr).toBe(readFileSync(inRoot(SCREENS_FILE), 'utf8'));
});
