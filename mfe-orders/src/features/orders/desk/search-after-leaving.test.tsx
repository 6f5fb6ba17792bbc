// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { orderListQuery } from '@taller/shared/orders/order-list-queries.ts';
import { useLocation } from '@taller/shared/runtime';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderHookInSite } from '@taller/shared/testing/render-screen.tsx';
import { readDesk, useDeskFilter } from './use-desk-filter.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('ORD-02 a search does not pull back a user who leaves before the next screen is rendered', async () => {
  vi.useFakeTimers();
  const query = readDesk('receptionist', new URLSearchParams('q=nadie&campo=customer_name'));
  const { result } = renderHookInSite(
    () => ({ ...useDeskFilter('receptionist', false), query: useLocation().search }),
    { path: '/dashboard', answers: [answer(orderListQuery(query), () => new Promise(() => {}))] },
  );
  const search = () => act(() => result.current.change({ search: 'nadie' }));
  search();
  // The router changes the address first, and renders the next screen when it can.
  history.pushState(null, '', '/inventario');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(location.pathname).toBe('/inventario');

  history.replaceState(null, '', '/dashboard');
  search();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(result.current.query).toBe('?q=nadie');
});
