import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SiteFiles } from '@taller/server/site/site-files.ts';
import type { Registry } from '@taller/shared/contract/registry.ts';
import { inRoot } from '#src/workspace/root.ts';
import { deploySite } from './deploy-site.ts';
import { allFiles, linkTree } from './link-tree.ts';
import { publishPreview } from './publish-preview.ts';
import { publishShell } from './publish-shell.ts';
import { publishRemote, rollBackRemote } from './publish.ts';
import { SiteFolder } from './site-folder.ts';
import { fakeRemote, fakeShell, fakeSite } from './testing/fake-builds.ts';

// Each kill needs a process, and the machine may be busy.

const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const TESTING = inRoot('platform/release/src/site/testing');

let root: string;
/** Folder of a build, by name and version. */
const builds: Record<string, string> = {};
/** Folders, each with a site to change: one that is a plain folder, and one that publications have made a link. */
let plain: string;
let linked: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-killed-'));
  plain = join(root, 'plain');
  await deploySite(await fakeSite(root, 'v1'), { outDir: join(plain, 'site'), now: day(0) });
  for (const name of ['mfe-public', 'mfe-orders'] as const)
    for (const build of ['v2', 'v3', 'v4'])
      builds[`${name} ${build}`] = (await fakeRemote(root, { name, build })).folder;
  for (const build of ['v2', 'v3']) builds[`shell ${build}`] = (await fakeShell(root, build)).folder;
  builds.whole = JSON.stringify(await fakeSite(root, 'v9'));
  linked = await copyOf(plain);
  const where = { site: join(linked, 'site'), now: day(1) };
  await publishRemote('mfe-public', buildOf('mfe-public v2'), where);
  await publishRemote('mfe-orders', buildOf('mfe-orders v2'), where);
  await publishShell(buildOf('shell v2'), where);
  await publishPreview('mfe-public', buildOf('mfe-public v3'), where);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A kind of step, and which one of the kind, counted from 1. */
type KillAt = readonly [kind: string, nth: number];

/** Copies a site by hard links, which are fast and reveal writes into files of another release in all copies. */
async function copyOf(from: string): Promise<string> {
  const folder = mkdtempSync(join(root, 'copy-'));
  for (const part of ['.site.releases', 'site']) {
    if (lstatSync(join(from, part)).isSymbolicLink())
      symlinkSync(readlinkSync(join(from, part)), join(folder, part));
    else await linkTree(join(from, part), join(folder, part));
  }
  return folder;
}

function buildOf(name: string): string {
  const folder = builds[name];
  if (folder === undefined) throw new Error(`There is no build ${name}`);
  return folder;
}

/** Changes a site in a separate process, which is killed at a step if one is named. @returns the steps until then. */
async function change(folder: string, name: string, given: string, killAt?: KillAt): Promise<string[]> {
  const args = ['--import', join(TESTING, 'kill-hook.ts'), join(TESTING, 'change-in-child-process.ts')];
  const child = spawn(process.execPath, [...args, join(folder, 'site'), name, given], {
    env: {
      ...process.env,
      SITE_ROOT: folder,
      NODE_COMPILE_CACHE: join(root, 'compiled'),
      ...(killAt && { KILL_AT: JSON.stringify(killAt) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  const [output, said, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect(end, `${name} ${String(killAt)}: ${said}`).toBe(killAt ? 'SIGKILL' : 0);
  return output.trim().split('\n');
}

/** Every public file of a site as the embedded server serves it, by its content; previews without their names. */
async function served(site: string): Promise<Record<string, string>> {
  const files = new SiteFiles(site, false);
  const folder = (await new SiteFolder(site).running()) ?? site;
  const found: [string, string][] = [];
  for (const file of (await allFiles(folder)).filter((name) => !/(?:^|\/)\./.test(name)).sort()) {
    const { etag = 'not served' } = (await files.find(file)) ?? {};
    found.push([file.replace(/^previews\/.*/, `previews/${etag}`), etag]);
  }
  return Object.fromEntries(found);
}

const textOf = async (files: SiteFiles, name: string) =>
  (await (await files.find(name))?.body('identity'))?.toString() ?? '';

const registryOf = async (site: string) =>
  JSON.parse(await textOf(new SiteFiles(site, false), 'remotes.json')) as Registry;

/** The build of each remote that a site's registry names. */
const buildsIn = async (site: string) =>
  Object.fromEntries((await registryOf(site)).remotes.map(({ name, build }) => [name, build]));

/** The files that pages and registry of a site name and that it does not have. */
async function missing(site: string): Promise<string[]> {
  const files = new SiteFiles(site, false);
  const pages = Object.keys(await served(site)).filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(15);
  const named = new Set((await registryOf(site)).remotes.map(({ entry }) => entry));
  for (const page of pages)
    for (const [, path = ''] of (await textOf(files, page)).matchAll(/"(\/(?:assets|remotes)\/[^"]+\.\w+)"/g))
      named.add(path);
  const gone: string[] = [];
  for (const path of named) if (!(await files.find(path.slice(1)))) gone.push(path);
  return gone;
}

/** Kinds of steps at which a change was killed, of all tests. */
const killedAt = new Set<string>();

/**
 * The steps at which a change is killed, the middle one of each kind: before and after the switch, among the pages, and
 * at every kind at which none was killed before.
 */
function toKillAt(steps: readonly string[]): KillAt[] {
  const place = steps.lastIndexOf('rename site');
  const around = new Set([...steps.slice(place, place + 2), 'writeFile release/*.html']);
  const kinds = [...new Set(steps)].filter((kind) => around.has(kind) || !killedAt.has(kind));
  return kinds.map((kind) => {
    killedAt.add(kind);
    // The number of attempts until a folder is empty varies.
    const count = /rmdir|unlink/.test(kind) ? 1 : steps.filter((step) => step === kind).length;
    return [kind, Math.ceil(count / 2)];
  });
}

const CHANGES: [title: string, change: string, of: () => string, given: () => string][] = [
  ['a remote', 'remote', () => linked, () => buildOf('mfe-public v4')],
  ['the first remote, into a plain folder', 'remote', () => plain, () => buildOf('mfe-public v2')],
  ['the shell', 'shell', () => linked, () => buildOf('shell v3')],
  ['a preview', 'preview', () => linked, () => buildOf('mfe-public v4')],
  ['a promotion', 'promote', () => linked, () => 'v3'],
  ['a rollback', 'roll back', () => linked, () => ''],
  ['a rollback of the shell', 'roll the shell back', () => linked, () => ''],
  ['the whole site, in a plain folder', 'whole site', () => plain, () => buildOf('whole')],
];

describe('SHELL-90 killed at every step, the site is whole and the next publication succeeds', () => {
  test.each(CHANGES)('%s', { tags: ['exhaustive'] }, async (_, name, of, given) => {
    const from = of();
    const isPlain = from === plain;
    const before = await served(join(from, 'site'));
    const whole = await copyOf(from);
    const steps = await change(whole, name, given());
    const after = await served(join(whole, 'site'));
    expect(after).not.toEqual(before);
    expect(await missing(join(whole, 'site'))).toEqual([]);
    const withoutFolder: string[] = [];
    for (const [at, [kind, nth]] of toKillAt(steps).entries()) {
      const folder = await copyOf(from);
      const site = join(folder, 'site');
      expect((await change(folder, name, given(), [kind, nth])).at(-1)).toBe(kind);
      if (!existsSync(site)) withoutFolder.push(kind);
      const isDone = kind.startsWith('then ');
      expect(await served(site), kind).toEqual(isDone ? after : before);

      const builds = await buildsIn(site);
      // A leftover lock makes the command fail instead of wait.
      const where = { site, now: day(3), wait: false };
      const { build } =
        isPlain || at % 2 === 0
          ? await publishRemote('mfe-orders', buildOf('mfe-orders v3'), where)
          : await rollBackRemote('mfe-orders', where);
      expect(await buildsIn(site), kind).toEqual({ ...builds, 'mfe-orders': build });
      expect(await missing(site), kind).toEqual([]);
      const left = readdirSync(join(folder, '.site.releases')).filter((file) => !file.startsWith('lock'));
      expect(left.length, kind).toBeLessThan(3);
      rmSync(folder, { recursive: true });
    }
    // At this step the folder does not exist, and the server serves the one that was set aside.
    expect(withoutFolder).toEqual(isPlain ? ['rename site'] : []);
  });
});
