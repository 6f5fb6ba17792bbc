// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLocation, useSearchParams } from '#src/runtime/runtime.ts';
import { renderHookInSite } from '#src/testing/render-screen.tsx';

test('UI-31 a change of the address is dropped while the next screen is being rendered', () => {
  const { result } = renderHookInSite(() => ({ params: useSearchParams(), at: useLocation() }), {
    path: '/inventario',
  });
  const search = (text: string) => act(() => result.current.params[1]({ q: text }, { replace: true }));
  // The router changes the address first, and renders the next screen when it can.
  history.pushState(null, '', '/informes');
  search('pantalla');
  expect(location.href).toMatch(/\/informes$/);

  history.replaceState(null, '', '/inventario');
  search('pantalla');
  expect(result.current.at).toMatchObject({ pathname: '/inventario', search: '?q=pantalla' });
});
