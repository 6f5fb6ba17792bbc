// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eraseDraftsEverywhere, saveDraftOf, readDraftOf } from './draft-store.ts';
import { browserArea, STORAGE_BLOCKED, tabArea } from './storage.ts';

const said = vi.fn<() => void>();

beforeEach(() => addEventListener(STORAGE_BLOCKED, said));

afterEach(() => {
  removeEventListener(STORAGE_BLOCKED, said);
  said.mockReset();
  vi.unstubAllGlobals();
  for (const area of [browserArea, tabArea]) for (const key of area.keys()) area.removeItem(key);
});

/** A browser in which accessing a storage throws. */
function block(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  const closed = new Proxy({}, { get: refuse, ownKeys: refuse });
  vi.stubGlobal('localStorage', closed);
  vi.stubGlobal('sessionStorage', closed);
}

/** A browser whose storages are full. */
function fill(): void {
  const storage = new Proxy(localStorage, {
    get: (target, name) =>
      name === 'setItem'
        ? () => {
            throw new DOMException('Full', 'QuotaExceededError');
          }
        : (Reflect.get(target, name) as () => unknown).bind?.(target),
  });
  vi.stubGlobal('localStorage', storage);
}

test('SHELL-33 values that a blocked storage refuses are kept while the page is open, and the page shows a hint', () => {
  block();
  expect(browserArea.getItem('a')).toBeNull();
  expect(browserArea.isOpen()).toBe(false);
  browserArea.removeItem('a');
  expect(said).not.toHaveBeenCalled();
  browserArea.setItem('a', '1');
  expect(said).toHaveBeenCalledTimes(1);
  expect([browserArea.getItem('a'), browserArea.keys()]).toEqual(['1', ['a']]);
  expect(tabArea.getItem('a')).toBeNull();
  browserArea.removeItem('a');
  expect([browserArea.getItem('a'), browserArea.keys()]).toEqual([null, []]);
});

test('SHELL-33 a full storage holds nothing older than what the page knows, and takes over when there is room', () => {
  browserArea.setItem('a', 'old');
  fill();
  browserArea.setItem('a', 'new');
  expect(browserArea.getItem('a')).toBe('new');
  vi.unstubAllGlobals();
  expect(localStorage.getItem('a')).toBeNull();
  expect(browserArea.getItem('a')).toBe('new');
  browserArea.setItem('a', 'newest');
  expect(localStorage.getItem('a')).toBe('newest');
  expect(browserArea.getItem('a')).toBe('newest');
});

test('SHELL-33 SHELL-16 signing out clears drafts also where storage is blocked', () => {
  block();
  saveDraftOf('ana', 'order', { note: 'Pantalla' });
  expect(readDraftOf('ana', 'order')).toEqual({ note: 'Pantalla' });
  eraseDraftsEverywhere();
  expect(readDraftOf('ana', 'order')).toBeNull();
});
