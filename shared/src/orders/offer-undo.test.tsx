// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { queryClient } from '@taller/shared/query';
import { useToasts } from '@taller/shared/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerUndo } from './offer-undo.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("MSG-25 each 'Deshacer' is beside the number of its order; the one for several orders says so", () => {
  const orders = [1, 2, 3].map((number) => ({ id: `o${number}`, version: 1, order_number: number }));
  for (const order of orders.slice(0, 2)) offerUndo(queryClient, [order], 1000);
  offerUndo(queryClient, orders, 1000);
  const { result } = renderHook(() => useToasts());
  expect(result.current.map(({ text, action }) => [text, action?.label])).toEqual([
    ['El aviso de la orden 000001 sale en unos segundos.', 'Deshacer'],
    ['El aviso de la orden 000002 sale en unos segundos.', 'Deshacer'],
    ['Los avisos a los clientes salen en unos segundos.', 'Deshacer'],
  ]);
});
