// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLocation, useNavigate, useSearchParams } from '#src/runtime/runtime.ts';
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

test('UI-31 the query of an address with letters that the browser encodes can be changed', () => {
  const { result } = renderHookInSite(() => ({ params: useSearchParams(), go: useNavigate() }), {
    path: '/',
  });
  for (const path of ['/año/pantalla rota', '/a%C3%B1o', '/con"comillas']) {
    act(() => void result.current.go(path));
    act(() => result.current.params[1]({ q: 'rota' }));
    expect(location.search, path).toBe('?q=rota');
  }
});
