import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { inRoot } from '#src/workspace/root.ts';
import { foundRelease, type PublishOptions } from './change-release.ts';
import { deploySite } from './deploy-site.ts';
import { withLock } from './lock.ts';
import { promotePreview, publishPreview } from './publish-preview.ts';
import { publishShell, rollBackShell } from './publish-shell.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { shortDate } from './short-date.ts';
import { SiteFolder } from './site-folder.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

// Commands run in separate processes, and the machine may be busy.

const WAITING = 'Otra publicación está en curso; esperando que termine…';
const overtakenBy = (what: string) =>
  `cambió desde que empezó este comando: ahora se ve ${what}. No se cambió nada. ` +
  'Para seguir de todos modos, ejecuta el comando otra vez.';
const now = new Date('2026-11-24T15:05:00Z');

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-once-'));
  site = join(root, 'site');
  // The shell lists its parts, so that builds can be opened.
  await deploySite(await fakeSite(root, 'v1', undefined, { shows: {} }), { outDir: site, now });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Name = 'mfe-public' | 'mfe-orders';
const folderOf = async (name: Name, build: string) => (await fakeRemote(root, { name, build })).folder;
const publish = async (build: string, options: Partial<PublishOptions> = {}) =>
  publishRemote('mfe-public', await folderOf('mfe-public', build), { site, now, ...options });
const entry = (name: Name = 'mfe-public') =>
  (JSON.parse(readFileSync(join(site, 'remotes.json'), 'utf8')) as Registry).remotes.find(
    (remote) => remote.name === name,
  );

/** Runs the command in a separate process; `waits` resolves when it reports that it waits. */
function command(...args: string[]) {
  const task = inRoot('platform/release/src/tasks/publish-remote.ts');
  const child = spawn(process.execPath, [task, ...args, '--site', site, '--unopened'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waits = new Promise<void>((resolve, reject) => {
    const hear = (data: Buffer) => {
      output += data.toString();
      if (output.includes(WAITING)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('close', () => reject(new Error(output)));
  });
  // Not every command waits.
  waits.catch(() => undefined);
  const done = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
  return { waits, done };
}

test('SHELL-91 concurrent commands say that they wait; of one remote the first lands, and other remotes land too', async () => {
  const folders = await Promise.all([
    folderOf('mfe-public', 'v2'),
    folderOf('mfe-public', 'v3'),
    folderOf('mfe-orders', 'v2'),
  ]);
  const names = ['mfe-public', 'mfe-public', 'mfe-orders'] as const;
  const commands = await withLock(new SiteFolder(site).lockFile, async () => {
    const started = folders.map((folder, at) => command(names[at] ?? '', '--build', folder));
    await Promise.all(started.map(({ waits }) => waits));
    return started;
  });
  const results = await Promise.all(commands.map(({ done }) => done));
  const landed = entry()?.build;
  const [refused] = results.filter(({ code }) => code === 1);
  expect(results.map(({ code }) => code)).toEqual(landed === 'v2' ? [0, 1, 0] : [1, 0, 0]);
  const publishedAt = entry()?.publishedAt ?? '';
  expect(refused?.output).toContain(
    `\n✗ mfe-public ${overtakenBy(`${landed}, publicado el ${shortDate(publishedAt)}`)}\n`,
  );
  expect(entry('mfe-orders')?.build).toBe('v2');
  // A repeated command is intentional.
  const again = await command('mfe-public', '--build', folders[landed === 'v2' ? 1 : 0] ?? '').done;
  expect([again.code, entry()?.build]).toEqual([0, landed === 'v2' ? 'v3' : 'v2']);
});

test('SHELL-91 a publication that waits for one of the same remote does not replace it; one of another remote lands', async () => {
  const waiting: string[] = [];
  const begun: Promise<unknown>[] = [];
  let goOn = (): void => undefined;
  const both = new Promise<void>((resolve) => (goOn = resolve));
  const log = (line: string) => {
    if (line === WAITING && waiting.push(line) === 2) goOn();
  };
  const folder = await folderOf('mfe-orders', 'v2');
  // The other publications begin while this one is opened.
  const open = async () => {
    begun.push(publish('v3', { log }), publishRemote('mfe-orders', folder, { site, now, log }));
    await both;
  };
  await publish('v2', { open });
  const [same, other] = await Promise.allSettled(begun);
  expect(same).toMatchObject({
    status: 'rejected',
    reason: { message: `mfe-public ${overtakenBy('v2, publicado el 24-11-26, 12:05')}` },
  });
  expect(other).toMatchObject({ status: 'fulfilled', value: { build: 'v2', replaced: 'v1' } });
  expect([entry()?.build, entry('mfe-orders')?.build]).toEqual(['v2', 'v2']);
});

test('SHELL-91 a rollback or promotion does not replace a build published meanwhile either', async () => {
  await publish('v2');
  await publish('v3');
  await publishPreview('mfe-public', await folderOf('mfe-public', 'v5'), { site, now });
  const found = await foundRelease(site);
  await rollBackRemote('mfe-public', { site, now });
  const given = { site, now, found };
  const words = `mfe-public ${overtakenBy('v2, publicado el 24-11-26, 12:05')}`;
  await expect(rollBackRemote('mfe-public', given)).rejects.toThrow(words);
  await expect(promotePreview('mfe-public', 'v5', given)).rejects.toThrow(words);
  expect(entry()?.build).toBe('v2');
  // Publishing the running build again replaces nothing.
  expect(await publish('v2', { found })).toEqual({ name: 'mfe-public', build: 'v2' });
});

test('SHELL-91 a publication of the shell does not replace one made meanwhile either', async () => {
  await publishShell((await fakeShell(root, 's2')).folder, { site, now });
  const found = await foundRelease(site);
  await publishShell((await fakeShell(root, 's3')).folder, { site, now });
  const words = `El shell ${overtakenBy('s3, publicado el 24-11-26, 12:05')}`;
  const { folder } = await fakeShell(root, 's4');
  await expect(publishShell(folder, { site, now, found })).rejects.toThrow(words);
  await expect(rollBackShell({ site, now, found })).rejects.toThrow(words);
  expect(await publishShell(folder, { site, now })).toEqual({ build: 's4', replaced: 's3' });
});
