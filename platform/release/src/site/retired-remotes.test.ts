import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { DESCRIPTOR_FILE } from '#src/build/descriptors.ts';
import { deploySite } from './deploy-site.ts';
import { publishRemote } from './publish.ts';
import { releaseFile, type Release } from './release.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

/** A remote that was removed from the sources. */
const GONE = 'mfe-antes';
let root: string;
let site: string;
const day = (number: number) => new Date(Date.UTC(2026, 10, 1 + number, 12));
const read = (file: string) => readFileSync(join(site, file), 'utf8');
const release = () => JSON.parse(readFileSync(releaseFile(site), 'utf8')) as Release;
const keepsFiles = () => existsSync(join(site, 'remotes', GONE, 'v1/remoteEntry-v1.js'));

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-retired-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site, now: day(0) });
  // The site contains a remote that the sources no longer have.
  const folder = join(site, 'remotes', GONE, 'v1');
  cpSync(join(site, 'remotes/mfe-reports/v1'), folder, { recursive: true });
  const descriptor = readFileSync(join(folder, DESCRIPTOR_FILE), 'utf8');
  writeFileSync(join(folder, DESCRIPTOR_FILE), descriptor.replace('mfe-reports', GONE));
  const { remotes, ...rest } = release();
  const withGone = { ...remotes, [GONE as RemoteName]: remotes['mfe-reports'] };
  writeFileSync(releaseFile(site), JSON.stringify({ ...rest, remotes: withGone }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function publish(build: string, now: Date) {
  const { folder } = await fakeRemote(root, { build });
  await publishRemote('mfe-public', folder, { site, now });
}

test('SHELL-47 the whole site no longer names a remote that was removed, and open tabs have its files for a week', async () => {
  await publish('v2', day(1));
  expect(read('remotes.json')).toContain(GONE);
  await deploySite(await fakeSite(root, 'v3'), { outDir: site, now: day(2) });
  for (const file of ['remotes.json', 'index.html', 'dashboard.html']) expect(read(file)).not.toContain(GONE);
  expect(keepsFiles()).toBe(true);
  await publish('v4', day(5));
  await deploySite(await fakeSite(root, 'v5'), { outDir: site, now: day(8) });
  expect(read('remotes.json')).not.toContain(GONE);
  expect(keepsFiles()).toBe(true);
  await publish('v6', day(10));
  expect(keepsFiles()).toBe(false);
  expect(release().retiredRemotes).toBeUndefined();
});
