// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, test } from 'vitest';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { renderHookInSite } from '@taller/shared/testing/render-screen.tsx';
import { signInAs } from '@taller/shared/testing/sign-in-as.ts';
import { readOpenOrder, readUnfinishedOrders } from './order-draft.ts';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';
import { useFirstDraft, useOrderDraft } from './use-order-draft.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  signInAs('receptionist');
});

/** The form of a new order, as the dialog opens it. */
function openForm() {
  const { result, unmount } = renderHookInSite(() => {
    const { first, restored } = useFirstDraft(null, false, null);
    const form = useForm<OrderFormInput, unknown, OrderForm>({ defaultValues: first.values });
    form.register('customerName');
    return { form, draft: useOrderDraft(first, restored, form.subscribe) };
  });
  const type = (name: string) => act(() => result.current.form.setValue('customerName', name));
  return { type, draft: () => result.current.draft, close: unmount };
}

const unfinishedNames = () => readUnfinishedOrders().map(({ values }) => values.customerName);

test('ORD-22 a second order that is left does not take the place of the first', () => {
  for (const name of ['Ana', 'Berta']) {
    const form = openForm();
    form.type(name);
    form.close();
  }
  expect(unfinishedNames()).toEqual(['Berta', 'Ana']);
});

test('ORD-22 resuming a left order replaces the current input', () => {
  const ana = openForm();
  ana.type('Ana');
  ana.close();
  const form = openForm();
  form.type('Berta');
  const [left] = readUnfinishedOrders();
  if (!left) throw new Error('Nothing was left');
  act(() => form.draft().adopt(left));
  expect(unfinishedNames()).toEqual(['Berta']);
  form.close();
  expect(unfinishedNames()).toEqual(['Ana', 'Berta']);
});

test('ORD-22 a form that is empty again leaves nothing', () => {
  const form = openForm();
  form.type('A');
  form.type(EMPTY_ORDER_FORM.customerName);
  form.close();
  expect(readUnfinishedOrders()).toEqual([]);
});

test('ORD-22 what arrives after an order was saved does not bring its form back', () => {
  const form = openForm();
  form.type('Ana');
  act(() => form.draft().finish(form.draft().photos.orderId));
  form.type('Ana María');
  expect(readOpenOrder()).toBeNull();
  form.close();
  expect(readUnfinishedOrders()).toEqual([]);
});

test('ORD-22 an order that a reload has restored is left like any other', () => {
  openForm().type('Ana');
  const restored = openForm();
  restored.close();
  expect(unfinishedNames()).toEqual(['Ana']);
});

test('REC-38 an order of which only photos were taken is left, and offered again', () => {
  const form = openForm();
  act(() => form.draft().photos.onChange(true));
  const { orderId } = form.draft().photos;
  form.close();
  expect(readUnfinishedOrders()).toMatchObject([{ id: orderId, hasPhotos: true }]);
});

test('REC-38 an order whose photos were all removed again leaves nothing', () => {
  const form = openForm();
  for (const has of [true, false]) act(() => form.draft().photos.onChange(has));
  form.close();
  expect(readUnfinishedOrders()).toEqual([]);
});
