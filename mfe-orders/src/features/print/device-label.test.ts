import { expect, test } from 'vitest';
import { accessoryLabels, deviceLabel, surnameOf } from './device-label.ts';

const order = {
  id: 'a',
  order_number: 123,
  created_at: '2026-11-28T15:00:00Z',
  customer_name: 'Rosa Elena Pérez Soto',
  customer_rut: '12345678-5',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A54',
};

test('REC-95 a label has the number, surnames, model and day, and leads to the customer’s page of the order', () => {
  expect(deviceLabel(order, 'https://tienda.test')).toEqual({
    key: 'a',
    code: 'https://tienda.test/orders/view/000123',
    title: '000123',
    lines: ['Pérez Soto', 'Samsung Galaxy A54', '28-11-2026'],
  });
});

test('REC-106 what came with a device has labels of its own, with the number of the order and a letter', () => {
  const accessories = ['Cargador', 'Funda azul'].map((label) => ({ id: `id-${label}`, label }));
  const code = 'https://tienda.test/orders/view/000123';
  expect(accessoryLabels(order, accessories, 'https://tienda.test')).toEqual([
    {
      key: 'a id-Cargador',
      code,
      title: '000123-A',
      lines: ['Cargador', 'Pérez Soto', 'Samsung Galaxy A54'],
    },
    {
      key: 'a id-Funda azul',
      code,
      title: '000123-B',
      lines: ['Funda azul', 'Pérez Soto', 'Samsung Galaxy A54'],
    },
  ]);
  expect(accessoryLabels(order, [], 'https://tienda.test')).toEqual([]);
});

test.each([
  ['Rosa Pérez', '12345678-5', 'Pérez'],
  ['Rosa', '12345678-5', 'Rosa'],
  ['  Rosa   Pérez Soto ', '12345678-5', 'Pérez Soto'],
  ['Comercial Los Andes Ltda.', '76432198-7', 'Comercial Los Andes Ltda.'],
])('REC-95 %s is known as %s', (customer_name, customer_rut, known) => {
  expect(surnameOf({ customer_name, customer_rut })).toBe(known);
});
