import { describe, expect, test } from 'vitest';
import { EMPTY_ORDER_FORM, mergeForms } from './order-form-values.ts';

const read = { ...EMPTY_ORDER_FORM, customerName: 'Antes', brand: 'LG', quote: 1000 };

describe('DATA-04 merging two edits of one order', () => {
  test('DATA-04 what only the other person changed is taken over, what only I changed stays', () => {
    const mine = { ...read, model: 'Velvet' };
    const theirs = { ...read, brand: 'Sony', quote: 2000 };
    expect(mergeForms(read, mine, theirs)).toEqual({
      values: { ...read, model: 'Velvet', brand: 'Sony', quote: 2000 },
      clashes: [],
    });
  });

  test('DATA-04 what both changed differently is mine until chosen, and is named', () => {
    const mine = { ...read, customerName: 'Mío', brand: 'Sony' };
    const theirs = { ...read, customerName: 'Suyo', brand: 'Sony' };
    expect(mergeForms(read, mine, theirs)).toEqual({
      values: { ...read, customerName: 'Mío', brand: 'Sony' },
      clashes: ['customerName'],
    });
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
