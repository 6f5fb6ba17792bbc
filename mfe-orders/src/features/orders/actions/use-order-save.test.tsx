// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { adoptUser, finishSession } from '@taller/shared/runtime/session-store.ts';
import { renderHookInSite } from '@taller/shared/testing/render-screen.tsx';
import { signInAs, someUser } from '@taller/shared/testing/sign-in-as.ts';
import { usePersistedOrder, useOrderSave } from './use-order-save.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  signInAs('receptionist');
});

const order = (version: number, notes: string) => ({ id: 'o1', version, notes }) as Order;

/** The notes dialog of an order, with or without a draft. */
function open(shown: Order, isDirty: boolean) {
  const { result, unmount } = renderHookInSite(() => {
    const save = useOrderSave(shown, 'notas');
    usePersistedOrder(save, isDirty);
    return save;
  });
  return { save: result.current, close: unmount };
}

function expire(form: { close: () => void }) {
  act(() => finishSession('ended'));
  form.close();
  act(() => adoptUser(someUser('receptionist')));
}

test('DATA-04 SHELL-15 input continued after an expired session is saved over the values read then', () => {
  expire(open(order(3, 'De ayer'), true));
  const { save } = open(order(4, 'De una colega'), true);
  expect(save.version).toEqual({ id: 'o1', version: 3 });
  expect(save.openedVersion).toBe(3);
  expect(save.base.notes).toBe('De ayer');
});

test('DATA-04 a form without anything typed, or left on purpose, begins with the order of now', () => {
  expire(open(order(3, 'De ayer'), false));
  expect(open(order(4, 'De una colega'), false).save.version.version).toBe(4);
  const left = open(order(4, 'De una colega'), true);
  left.close();
  expect(open(order(5, 'De otra'), false).save.version.version).toBe(5);
});
