// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { queryClient } from '@taller/shared/query';
import { dismissToast, useToasts } from '@taller/shared/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerUndo } from './status-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("MSG-25 each 'Deshacer' is beside the number of its order; the one for several orders says so", () => {
  const { result } = renderHook(() => useToasts());
  // A process runs one test file after the other, and toasts belong to the process.
  act(() => result.current.forEach(({ id }) => dismissToast(id)));
  const orders = [1, 2, 3].map((number) => ({ id: `o${number}`, version: 1, order_number: number }));
  act(() =>
    [...orders.slice(0, 2).map((order) => [order]), orders].forEach((of) => offerUndo(queryClient, of, 1000)),
  );
  expect(result.current.map(({ text, action }) => [text, action?.label])).toEqual([
    ['El aviso de la orden 000001 sale en unos segundos.', 'Deshacer'],
    ['El aviso de la orden 000002 sale en unos segundos.', 'Deshacer'],
    ['Los avisos a los clientes salen en unos segundos.', 'Deshacer'],
  ]);
});
