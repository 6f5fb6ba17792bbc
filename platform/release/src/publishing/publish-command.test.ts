import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deploySite } from '#src/site/deploy-site.ts';
import { fakeRemote, fakeSite } from '#src/site/testing/fake-builds.ts';
import { USAGE } from './publish-args.ts';
import { publishCommand } from './publish-command.ts';

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-command-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const exitCode = () => Number(process.exitCode ?? 0);

/** Runs the command for a remote. @returns its output and exit code. */
async function said(...args: string[]): Promise<[line: string, code: number]> {
  const lines: string[] = [];
  const note = (line: unknown) => void lines.push(String(line));
  const log = vi.spyOn(console, 'log').mockImplementation(note);
  const error = vi.spyOn(console, 'error').mockImplementation(note);
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await publishCommand(['mfe-orders', '--site', site, '--unopened', ...args], () =>
      Promise.reject(new Error('Nothing is to be built')),
    );
    return [lines.join('\n').trim(), exitCode()];
  } finally {
    process.exitCode = before;
    log.mockRestore();
    error.mockRestore();
  }
}

const folderOf = async (build: string) => (await fakeRemote(root, { name: 'mfe-orders', build })).folder;
const registry = () => readFileSync(join(site, 'remotes.json'), 'utf8');

test('SHELL-81 a built folder and an option that names another build cannot be combined', async () => {
  const other = await folderOf('v3');
  const before = registry();
  for (const ownBuild of [['--rollback'], ['--promote', 'v2'], ['--close', 'v2']])
    expect(await said(...ownBuild, '--build', other), ownBuild[0]).toEqual([`✗ ${USAGE}`, 1]);
  expect(registry()).toBe(before);
});

test('SHELL-77 --roles without --admit is refused', async () => {
  expect(await said('--roles', 'admin')).toEqual([`✗ ${USAGE}`, 1]);
});
