// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { renderHookInSite } from '@taller/shared/testing/render-screen.tsx';
import { afterEach, expect, test, vi } from 'vitest';
import { useDensity } from './use-density.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function densityIn(width: number, height: number) {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: query.includes('width') ? width >= 1280 : height < 900,
      media: query,
    }),
  );
  return renderHookInSite(() => useDensity()).result;
}

test('ORD-66 rows are compact at first where a window is too low for eight usual ones, and only where they are offered', () => {
  expect(densityIn(1280, 800).current).toMatchObject({ compact: true, offered: true });
  expect(densityIn(1280, 900).current).toMatchObject({ compact: false, offered: true });
  expect(densityIn(1200, 800).current).toMatchObject({ compact: false, offered: false });
});

test('ORD-66 a choice on this device counts from then on, either way', () => {
  const low = densityIn(1280, 800);
  act(() => low.current.choose(false));
  expect(low.current.compact).toBe(false);
  expect(densityIn(1280, 800).current.compact).toBe(false);
  const high = densityIn(1920, 1080);
  act(() => high.current.choose(true));
  expect(densityIn(1920, 1080).current.compact).toBe(true);
});
