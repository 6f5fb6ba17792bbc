import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setAside } from '@taller/server/site/served-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeRelease } from './change-release.ts';
import { deploySite } from './deploy-site.ts';
import { publishRemote } from './publish.ts';
import { SiteFolder } from './site-folder.ts';
import { siteStatus } from './status.ts';
import { fakeRemote, fakeSite } from './testing/fake-builds.ts';

let root: string;
let site: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'taller-folder-'));
  site = join(root, 'site');
  await deploySite(await fakeSite(root, 'v1'), { outDir: site });
  // The first publication is between its two renames, or was killed there.
  renameSync(site, setAside(site));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('SHELL-90 a site whose folder is set aside is read where it is, and is not put back under a publication', async () => {
  expect(await siteStatus(site)).toContain('mfe-public     v1');
  expect(existsSync(site)).toBe(false);
  // The publication continues with its second rename.
  writeFileSync(join(root, 'next'), '');
  renameSync(join(root, 'next'), site);
});

test('SHELL-90 the next publication restores a folder that was set aside, and continues from there', async () => {
  const { folder } = await fakeRemote(root, { build: 'v2' });
  expect(await publishRemote('mfe-public', folder, { site })).toEqual({
    name: 'mfe-public',
    build: 'v2',
    replaced: 'v1',
  });
  expect([lstatSync(site).isSymbolicLink(), existsSync(setAside(site))]).toEqual([true, false]);
});

test('SHELL-90 a folder set aside never replaces an existing one', async () => {
  mkdirSync(site);
  await new SiteFolder(site).repair();
  expect([existsSync(join(site, 'index.html')), existsSync(setAside(site))]).toEqual([false, true]);
});

test('SHELL-08 a replaced release is there until the next one runs: requests may still read it', async () => {
  const replacedBy = async (build: string) => {
    const before = await new SiteFolder(site).running();
    await publishRemote('mfe-public', (await fakeRemote(root, { build })).folder, { site });
    return join(before ?? '', 'index.html');
  };
  await replacedBy('v2');
  const page = await replacedBy('v3');
  expect(existsSync(page)).toBe(true);
  let wasThere = false;
  await changeRelease({ site }, async () => ({
    changed: {},
    check: async () => {
      wasThere = existsSync(page);
    },
  }));
  expect([wasThere, existsSync(page)]).toEqual([true, false]);
});
