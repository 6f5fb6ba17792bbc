// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { LATE_CHECK, type LateCheck } from '@taller/shared/contract/late-check.ts';
import type * as Late from './late-check.ts';

const FOLDER = 'https://cdn.example/mfe-orders/aaaa/';
const OTHER = 'https://cdn.example/mfe-public/bbbb/';

let late: typeof Late;
beforeEach(async () => {
  document.head.replaceChildren();
  vi.resetModules();
  late = await import('./late-check.ts');
});

const check: LateCheck = (urls) =>
  (globalThis as unknown as Record<string, LateCheck>)[LATE_CHECK]?.(urls) ?? Promise.resolve();
const hashes = (entries: Record<string, string>) => new Map(Object.entries(entries));
const links = () => [...document.head.querySelectorAll('link')];
const asked = () => links().map(({ rel, href, integrity }) => [rel, href, integrity]);
const answerAll = () => links().forEach((link) => link.dispatchEvent(new Event('load')));

test('SHELL-72 scripts and style sheets that a build imports later are asked for with their hashes, scripts once', async () => {
  late.checkLater(FOLDER, hashes({ [`${FOLDER}a.js`]: 'sha384-a', [`${FOLDER}a.css`]: 'sha384-c' }));
  const first = check([`${FOLDER}a.js`, `${FOLDER}a.css`]);
  expect(asked()).toEqual([
    ['stylesheet', `${FOLDER}a.css`, 'sha384-c'],
    ['modulepreload', `${FOLDER}a.js`, 'sha384-a'],
  ]);
  answerAll();
  await first;
  await check([`${FOLDER}a.js`]);
  expect(links()).toHaveLength(2);
});

test.each(['b.js', 'b.css'])(
  'SHELL-72 %s, of which the registry has no hash, is refused before it is requested',
  async (file) => {
    late.checkLater(FOLDER, hashes({ [`${FOLDER}a.js`]: 'sha384-a' }));
    await expect(check([FOLDER + file])).rejects.toThrow(`The registry has no hash of ${FOLDER}${file}`);
    expect(links()).toEqual([]);
  },
);

test('SHELL-72 a name with .. gives no hash to the file of another remote', async () => {
  late.checkLater(OTHER, hashes({ [`${OTHER}a.js`]: 'sha384-right' }));
  late.checkLater(FOLDER, hashes({ [new URL('../../mfe-public/bbbb/a.js', FOLDER).href]: 'sha384-wrong' }));
  const checked = check([`${OTHER}a.js`]);
  expect(asked()).toEqual([['modulepreload', `${OTHER}a.js`, 'sha384-right']]);
  answerAll();
  await checked;
});

test('SHELL-72 a build without hashes is imported as before', async () => {
  late.checkLater(FOLDER, hashes({}));
  await check(['https://cdn.example/mfe-customer/cccc/a.js']);
  expect(links()).toEqual([]);
});
