import type { Order } from '@taller/shared/orders/order-queries.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { describe, expect, test } from 'vitest';
import { EMPTY_ORDER_FORM, firstValues, mergeForms } from './order-form-values.ts';

const read = { ...EMPTY_ORDER_FORM, customerName: 'Antes', brand: 'LG', quote: 1000 };

describe('DATA-04 merging two edits of one order', () => {
  test('DATA-04 fields that only the other person changed are taken over, and fields that only I changed stay', () => {
    const mine = { ...read, model: 'Velvet' };
    const theirs = { ...read, brand: 'Sony', quote: 2000 };
    expect(mergeForms(read, mine, theirs)).toEqual({
      values: { ...read, model: 'Velvet', brand: 'Sony', quote: 2000 },
      clashes: [],
    });
  });

  test('DATA-04 fields that both changed differently keep my value until chosen, and are listed', () => {
    const mine = { ...read, customerName: 'Mío', brand: 'Sony' };
    const theirs = { ...read, customerName: 'Suyo', brand: 'Sony' };
    expect(mergeForms(read, mine, theirs)).toEqual({
      values: { ...read, customerName: 'Mío', brand: 'Sony' },
      clashes: ['customerName'],
    });
  });

  test('DATA-04 WARR-03 whether it is a return is one answer, though two columns have it', () => {
    const none = { ...read, warranty_of: null, not_warranty: true };
    const own = { ...read, warranty_of: 6400, not_warranty: false };
    expect(mergeForms(read, none, own)).toEqual({ values: none, clashes: ['warranty_of'] });
    expect(mergeForms(read, read, own)).toEqual({ values: own, clashes: [] });
    expect(mergeForms(own, { ...own, model: 'Velvet' }, none).values).toEqual({ ...none, model: 'Velvet' });
  });

  test('DATA-04 a password type of null and of nothing is the same', () => {
    expect(mergeForms(read, { ...read, password_type: '' }, { ...read, password_type: 'pin' })).toMatchObject(
      {
        values: { password_type: 'pin' },
        clashes: [],
      },
    );
  });
});

test('REC-16 another device of a visit is brought by the same person; a later order of the customer by nobody yet', () => {
  const contact = { name: 'Rosa Compras', role: 'Adquisiciones', phone: '' };
  const before = orderColumns({ id: 'o1', contact_id: 'c1', contact }) as unknown as Order;
  expect(firstValues(before, true)).toMatchObject({
    visit_order: 'o1',
    contact: { id: 'c1', rut: before.customer_rut, name: 'Rosa Compras, Adquisiciones' },
  });
  expect(firstValues(before)).toMatchObject({ visit_order: null, contact: null });
});
