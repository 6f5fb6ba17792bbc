import { describe, expect, test } from 'vitest';
import { ADMIN_SEARCH_FIELDS, STAFF_SEARCH_FIELDS } from '@taller/shared/orders/order-filter.ts';
import { decideField, otherFields } from './search-field.ts';

const decided = (text: string) => decideField(text, 'order_number', STAFF_SEARCH_FIELDS);

describe('ORD-33 unambiguous input decides the search field', () => {
  test.each([
    ['', 'order_number'],
    ['12', 'order_number'],
    ['000123', 'order_number'],
    ['#000123', 'order_number'],
    ['N° 123', 'order_number'],
    // Eight digits, but not a RUT: the check digit does not match.
    ['12345678', 'order_number'],
    ['15.254.750-1', 'customer_rut'],
    ['15254750-1', 'customer_rut'],
    ['15.254', 'customer_rut'],
    ['7654321k', 'customer_rut'],
    // A RUT without its dash, with a matching check digit.
    ['90355139', 'customer_rut'],
    ['Camila', 'customer_name'],
    ['ñúñez', 'customer_name'],
    ['N', 'customer_name'],
    ['A15', 'equipment_model'],
    ['galaxy a12', 'equipment_model'],
  ] as const)('ORD-33 «%s» under N° orden is looked for in %s', (text, field) => {
    expect(decided(text)).toBe(field);
  });

  test('ORD-33 digits that are too many for an order number are looked for as an IMEI or a phone, or in the model', () => {
    // The check digit of an IMEI is wrong.
    for (const text of ['356938035643800', '35 693803 564380 0', '35693803564380'])
      expect(decideField(text, 'order_number', ADMIN_SEARCH_FIELDS)).toBe('imei');
    for (const text of ['56972599470', '+56 9 7259 9470', '9725994700'])
      expect(decideField(text, 'order_number', ADMIN_SEARCH_FIELDS)).toBe('customer_phone');
    expect(decided('356938035643800')).toBe('equipment_model');
    expect(decided('0000000123')).toBe('order_number');
    expect(decided('123456789')).toBe('order_number');
  });

  test('ORD-33 nine digits beginning with 9 are a mobile phone for roles that may search phones, and else a RUT', () => {
    // The second one has the check digit of a RUT.
    for (const text of ['972599470', '903551396', '9 7259 9470']) {
      expect(decideField(text, 'order_number', ADMIN_SEARCH_FIELDS)).toBe('customer_phone');
      expect(decided(text)).toBe('customer_rut');
      expect(otherFields(text, 'customer_phone', ADMIN_SEARCH_FIELDS)[0]).toBe('customer_rut');
    }
    // With its dash it is a RUT whatever it begins with.
    expect(decideField('90355139-6', 'order_number', ADMIN_SEARCH_FIELDS)).toBe('customer_rut');
  });

  test('ORD-33 an IMEI is searched as such by roles that may; others search the chosen field', () => {
    expect(decideField('356938035643809', 'order_number', ADMIN_SEARCH_FIELDS)).toBe('imei');
    expect(decided('356938035643809')).toBe('order_number');
  });

  test('ORD-33 a field that somebody chose stays, whatever is typed', () => {
    for (const field of ['customer_name', 'customer_rut', 'equipment_brand', 'all'] as const) {
      for (const text of ['000123', 'Camila', '15.254.750-1']) {
        expect(decideField(text, field, ADMIN_SEARCH_FIELDS)).toBe(field);
      }
    }
  });
});

describe('ORD-33 other fields for a search without results', () => {
  test('ORD-33 a word may also be a brand or a model, digits a RUT or a model', () => {
    expect(otherFields('Samsung', 'customer_name', STAFF_SEARCH_FIELDS)).toEqual([
      'equipment_brand',
      'equipment_model',
    ]);
    expect(otherFields('Camila', 'equipment_brand', STAFF_SEARCH_FIELDS)[0]).toBe('customer_name');
    expect(otherFields('1525', 'order_number', STAFF_SEARCH_FIELDS)).toEqual([
      'customer_rut',
      'equipment_model',
    ]);
  });

  test('ORD-33 nothing is offered for no text, after a search in everything, or to those who may not', () => {
    expect(otherFields(' ', 'order_number', STAFF_SEARCH_FIELDS)).toEqual([]);
    expect(otherFields('Camila', 'all', ADMIN_SEARCH_FIELDS)).toEqual([]);
    expect(otherFields('356938035643809', 'order_number', STAFF_SEARCH_FIELDS)).toEqual([]);
  });
});
