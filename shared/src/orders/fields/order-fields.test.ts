import { expect, test } from 'vitest';
import { fieldLines, type FieldRow } from './field-lines.ts';
import { FIELD_COLUMNS, FIELD_LABELS, FIELD_NAMES, fieldDefinition } from './order-fields.ts';

const ORDER: FieldRow = {
  customer_name: 'Rosa Araya',
  customer_rut: '12345678-5',
  customer_phone: '912345678',
  second_phone: null,
  customer_reference: null,
  customer_address: null,
  equipment_type: 'laptop',
  equipment_brand: 'Lenovo',
  equipment_model: 'T480',
  imei: null,
  equipment_condition: 'Con rayas',
  work_description: 'No prende',
  technical_work: 'Diagnóstico',
  total_amount: 45_990,
  advance_payment: 20_000,
};

test('ORD-54 queries read every field’s column, and the technician by name', () => {
  const columns = FIELD_NAMES.map((name) => fieldDefinition(name).column);
  expect(FIELD_COLUMNS.split(', ')).toEqual(columns.filter((column) => column !== 'technician_id'));
});

test('ORD-54 no two fields have one column or one label', () => {
  expect(new Set(Object.keys(FIELD_LABELS)).size).toBe(FIELD_NAMES.length);
  expect(new Set(Object.values(FIELD_LABELS)).size).toBe(FIELD_NAMES.length);
});

test('ORD-54 a place shows its fields under the one label, written as people read them', () => {
  expect(fieldLines(ORDER, 'view', 'customer').map(({ term, value }) => [term, value])).toEqual([
    ['Nombre completo', 'Rosa Araya'],
    ['RUT', '12.345.678-5'],
    ['Teléfono', '+56 9 1234 5678'],
    ['Dirección', null],
  ]);
  // A second phone has a line only if there is one.
  const reachable = { ...ORDER, second_phone: '+56 2 2345 6789' };
  expect(fieldLines(reachable, 'technicalSheet', 'customer').map(({ term }) => term)).toEqual([
    'Nombre completo',
    'Teléfono',
    'Otro teléfono',
  ]);
  expect(fieldLines(ORDER, 'portal', 'equipment', 'work').map(({ term, wide }) => [term, wide])).toEqual([
    ['Tipo de equipo', false],
    ['Marca', false],
    ['Modelo', false],
    ['IMEI o número de serie', false],
    ['Estado en que llega', true],
    ['Problema', true],
    ['Trabajo a realizar', true],
  ]);
});
