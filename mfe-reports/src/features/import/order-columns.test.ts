import { findHeaderRow, guessColumns } from '@taller/shared/imports/file/guess-columns.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';
import type { TableRow } from '@taller/shared/imports/file/parse-table.ts';
import { expect, test } from 'vitest';
import type { FieldId } from './fields.ts';
import { FIELD_NAMES, fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import { IMPORT_FIELDS } from './fields.ts';

function table(...lines: readonly string[][]): TableRow[] {
  return lines.map((cells, index) => ({ line: index + 1, cells }));
}

function guess(
  header: readonly string[],
  ...lines: readonly string[][]
): Partial<Record<FieldId, string | undefined>> {
  const mapping = guessColumns(IMPORT_FIELDS, header, table(...lines));
  return Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, header[column]]));
}

test('ORD-16 the headings of a Chilean system', () => {
  expect(
    guess(
      [
        'N° Orden',
        'Fecha',
        'Cliente',
        'RUT',
        'Teléfono',
        'Dirección',
        'Tipo',
        'Marca',
        'Modelo',
        'Falla',
        'Estado',
        'Total',
        'Abono',
      ],
      [
        '7',
        '02-03-2019',
        'Rosa Lagos',
        '12.345.678-5',
        '912345678',
        'Colón 12',
        'Celular',
        'LG',
        'K10',
        'No prende',
        'Entregado',
        '$19.990',
        '0',
      ],
    ),
  ).toEqual({
    order_number: 'N° Orden',
    created_at: 'Fecha',
    customer_name: 'Cliente',
    customer_rut: 'RUT',
    customer_phone: 'Teléfono',
    customer_address: 'Dirección',
    equipment_type: 'Tipo',
    equipment_brand: 'Marca',
    equipment_model: 'Modelo',
    work_description: 'Falla',
    status: 'Estado',
    total_amount: 'Total',
    advance_payment: 'Abono',
  });
});

test('ORD-16 other headings and another order', () => {
  expect(
    guess([
      'ESTADO DE LA ORDEN',
      'folio',
      'Nombre del Cliente',
      'R.U.T.',
      'Celular',
      'Equipo',
      'Fabricante',
      'N° de serie',
      'Fecha de Ingreso',
      'Fecha Entrega',
      'Problema reportado',
      'Trabajo realizado',
      'Valor',
      'Anticipo',
      'Observaciones',
      'Días de garantía',
    ]),
  ).toEqual({
    status: 'ESTADO DE LA ORDEN',
    order_number: 'folio',
    customer_name: 'Nombre del Cliente',
    customer_rut: 'R.U.T.',
    customer_phone: 'Celular',
    equipment_type: 'Equipo',
    equipment_brand: 'Fabricante',
    imei: 'N° de serie',
    created_at: 'Fecha de Ingreso',
    updated_at: 'Fecha Entrega',
    work_description: 'Problema reportado',
    technical_work: 'Trabajo realizado',
    total_amount: 'Valor',
    advance_payment: 'Anticipo',
    notes: 'Observaciones',
    warranty_days: 'Días de garantía',
  });
});

test('ORD-16 headings in English', () => {
  expect(
    guess([
      'Order Number',
      'Created At',
      'Customer Name',
      'Tax ID',
      'Phone Number',
      'Device',
      'Brand',
      'Model',
      'Problem',
      'Status',
      'Price',
    ]),
  ).toEqual({
    order_number: 'Order Number',
    created_at: 'Created At',
    customer_name: 'Customer Name',
    customer_rut: 'Tax ID',
    customer_phone: 'Phone Number',
    equipment_type: 'Device',
    equipment_brand: 'Brand',
    equipment_model: 'Model',
    work_description: 'Problem',
    status: 'Status',
    total_amount: 'Price',
  });
});

test('ORD-16 content tells where the heading does not', () => {
  expect(
    guess(
      ['A', 'B', 'C', 'D'],
      ['02-03-2019', '12.345.678-5', '+56 9 1234 5678', 'Entregado'],
      ['03-03-2019', '9.876.543-3', '912345678', 'En reparación'],
    ),
  ).toEqual({ created_at: 'A', customer_rut: 'B', customer_phone: 'C', status: 'D' });
});

test('ORD-16 "Celular" with kinds of device in it is the device, with numbers in it the phone', () => {
  expect(guess(['Celular'], ['912345678'], ['987654321'])).toEqual({ customer_phone: 'Celular' });
  expect(guess(['Estado', 'Estado equipo'], ['Entregado', 'Pantalla trizada'])).toEqual({
    status: 'Estado',
    equipment_condition: 'Estado equipo',
  });
});

test('ORD-16 a title above the headings is passed over', () => {
  const rows = table(
    ['Listado de órdenes 2019', '', ''],
    ['Orden', 'Fecha', 'Cliente'],
    ['1', '02-03-2019', 'Rosa'],
  );
  expect(findHeaderRow(IMPORT_FIELDS, rows)).toBe(1);
  expect(findHeaderRow(IMPORT_FIELDS, table(['x', 'y']))).toBe(0);
});

test('ORD-16 every field has headings of its own, written folded', () => {
  expect(IMPORT_FIELDS.filter(({ headings }) => headings.length === 0)).toEqual([]);
  const all = IMPORT_FIELDS.flatMap(({ headings }) => headings);
  expect(all.filter((heading) => fold(heading) !== heading)).toEqual([]);
  expect(all.filter((heading, index) => all.indexOf(heading) !== index)).toEqual([]);
});

test('ORD-54 the fields of an export are recognised by their own labels', () => {
  const labels = FIELD_NAMES.map(fieldDefinition).filter(({ kind }) => kind !== 'technician');
  expect(guess(labels.map(({ label }) => label))).toEqual(
    Object.fromEntries(labels.map(({ column, label }) => [column, label])),
  );
});
