// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserArea, NOT_KEPT } from '@taller/shared/contract/storage.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';

import { chooseBuild } from './choose-build.ts';

const build = (name: string): RegistryRemote => ({
  name: 'mfe-orders',
  entry: `/remotes/mfe-orders/${name}/remoteEntry.js`,
  entryJs: [],
  contract: 1,
  runtime: '1.0',
  build: name,
  modules: {},
});
const chosen = (share: number, next = 'b22222222222', role?: Role, roles?: Role[]) =>
  chooseBuild(
    build('a11111111111'),
    { remote: build(next), share, ...(roles && { roles }) },
    { role, area: browserArea },
  ).build;
const isNew = (share: number, next = 'b22222222222') => chosen(share, next) === next;

beforeEach(() => localStorage.clear());
afterEach(() => document.head.replaceChildren());

test('SHELL-82 a browser keeps its side, and none goes back when the share grows', () => {
  const first = Array.from({ length: 50 }, () => isNew(50));
  expect(new Set(first).size).toBe(1);
  for (let side = 0; side < 100; side += 1) {
    localStorage.setItem('taller.side', String(side));
    const joined = Array.from({ length: 100 }, (_, index) => isNew(index + 1));
    expect(joined.lastIndexOf(false)).toBeLessThan(joined.indexOf(true));
    expect(joined.at(-1)).toBe(true);
  }
});

test('SHELL-82 the share of all sides runs the new build, and other sides for the next one', () => {
  const sidesOf = (next: string) =>
    Array.from({ length: 100 }, (_, side) => side).filter((side) => {
      localStorage.setItem('taller.side', String(side));
      return isNew(10, next);
    });
  expect(sidesOf('b22222222222')).toHaveLength(10);
  expect(sidesOf('c33333333333')).not.toEqual(sidesOf('b22222222222'));
});

test('SHELL-82 with roles only where one of them is signed in', () => {
  const forAdmins = (role?: Role) => chosen(100, 'b22222222222', role, ['admin']);
  expect([forAdmins(), forAdmins('technician'), forAdmins('admin')]).toEqual([
    'a11111111111',
    'a11111111111',
    'b22222222222',
  ]);
});

test('SHELL-82 a browser that keeps nothing runs the published build, and a broken value is replaced', () => {
  localStorage.setItem('taller.side', 'x');
  isNew(50);
  expect(Number(localStorage.getItem('taller.side'))).toBeGreaterThanOrEqual(0);
  const blocked = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(isNew(100)).toBe(false);
  blocked.mockRestore();
});

test('SHELL-82 so does one whose storage is full, and nothing is said of it', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const said = vi.fn<() => void>();
  addEventListener(NOT_KEPT, said, { once: true });
  expect(Array.from({ length: 20 }, () => isNew(90))).not.toContain(true);
  expect(said).not.toHaveBeenCalled();
  removeEventListener(NOT_KEPT, said);
  full.mockRestore();
});

const sheets = () => [...document.querySelectorAll('link')].map(({ href }) => new URL(href).pathname);
const showSheets = () => {
  for (const name of ['a11111111111', 'other'])
    document.head.insertAdjacentHTML(
      'beforeend',
      `<link rel="stylesheet" href="/remotes/mfe-orders/${name}/x.css">`,
    );
};

test('SHELL-82 styles of the build that the page was made with go when another one is loaded', () => {
  showSheets();
  const candidate = { remote: build('b22222222222'), share: 100 };
  chooseBuild(build('a11111111111'), candidate, { role: undefined, area: browserArea, isLoaded: true });
  expect(sheets()).toEqual(['/remotes/mfe-orders/other/x.css']);
});

test('SHELL-82 a screen that shows the published build keeps its styles when the other one is only fetched', () => {
  showSheets();
  expect(chosen(100)).toBe('b22222222222');
  expect(sheets()).toHaveLength(2);
});
