import { expect, test } from 'vitest';
import { convertRow } from './convert-row.ts';
import type { ConversionOptions } from './convert-row.ts';
import { IMPORT_FIELDS } from './fields.ts';
import type { FieldId } from './fields.ts';

const options: ConversionOptions = {
  mapping: Object.fromEntries(IMPORT_FIELDS.map(({ id }, column) => [id, column])),
  values: { status: {}, equipmentType: {} },
  takenNumbers: 'leave',
  dateOrder: 'dmy',
  now: new Date('2026-11-21T15:00:00Z'),
};

const SOUND: Readonly<Partial<Record<FieldId, string>>> = {
  order_number: '000731',
  created_at: '19-06-2013',
  customer_name: '  Rosa Lagos Vidal ',
  customer_rut: '12.345.678-5',
  customer_phone: '(9) 12345678',
  customer_address: 'Colón 12',
  equipment_type: 'Notebook',
  equipment_brand: 'Lenovo',
  equipment_model: 'T480',
  work_description: 'No prende\r\nSe mojó',
  status: 'Entregado',
  total_amount: '$45.990',
  advance_payment: '20.000',
};

function convert(change: Partial<Record<FieldId, string>> = {}, more: Partial<ConversionOptions> = {}) {
  const cells = IMPORT_FIELDS.map(({ id }) => ({ ...SOUND, ...change })[id] ?? '');
  return convertRow(5, cells, { ...options, ...more });
}

function row(change: Partial<Record<FieldId, string>> = {}, more: Partial<ConversionOptions> = {}) {
  const converted = convert(change, more);
  if (!converted.ok) throw new Error(JSON.stringify(converted.problems));
  return converted.row;
}

function problems(change: Partial<Record<FieldId, string>>) {
  const converted = convert(change);
  return converted.ok ? [] : converted.problems.map(({ field, code }) => `${field}: ${code}`);
}

function warnings(change: Partial<Record<FieldId, string>>) {
  const converted = convert(change);
  return converted.ok ? converted.warnings : ['refused'];
}

test('ORD-16 a row becomes an order with its own number and date', () => {
  expect(row()).toEqual({
    row: 5,
    order_number: 731,
    created_at: '2013-06-19T16:00:00.005Z',
    status: 'delivered',
    customer_name: 'Rosa Lagos Vidal',
    customer_rut: '12345678-5',
    customer_phone: '+56 9 1234 5678',
    customer_address: 'Colón 12',
    equipment_type: 'laptop',
    equipment_brand: 'Lenovo',
    equipment_model: 'T480',
    work_description: 'No prende\nSe mojó',
    total_amount: 45990,
    advance_payment: 20000,
  });
  expect(warnings({})).toEqual([]);
});

test.each([['12345678-5'], ['12.345.678-5'], ['123456785'], ['12345678 - 5']])(
  'ORD-16 RUT %j',
  (customer_rut) => {
    expect(row({ customer_rut }).customer_rut).toBe('12345678-5');
  },
);

test('ORD-16 ORD-102 a document of another country, as the export has it, stands in the place of the RUT', () => {
  expect(row({ customer_rut: 'DE/AB123456X' }).customer_rut).toBe('DE/AB123456X');
  expect(row({ customer_rut: ' PE/ab-123.456 ' }).customer_rut).toBe('PE/AB123456');
  expect(problems({ customer_rut: 'PE/12' })).toEqual(['customer_rut: bad_rut']);
});

test.each([['+56 9 1234 5678'], ['912345678'], ['(9) 12345678'], ['56912345678']])(
  'ORD-16 phone %j',
  (customer_phone) => {
    expect(row({ customer_phone }).customer_phone).toBe('+56 9 1234 5678');
  },
);

test.each([['$45.990'], ['45990'], ['45.990']])('ORD-16 amount %j', (total_amount) => {
  expect(row({ total_amount }).total_amount).toBe(45990);
});

test('ORD-16 an empty amount stays unknown, an empty advance is zero', () => {
  expect(row({ total_amount: '', advance_payment: '' })).toMatchObject({
    total_amount: null,
    advance_payment: 0,
  });
});

test('ORD-16 impossible values are refused together, each with its reason', () => {
  expect(problems({ customer_name: '  ' })).toEqual(['customer_name: missing']);
  expect(problems({ customer_rut: '12345678-X' })).toEqual(['customer_rut: bad_rut']);
  expect(problems({ customer_rut: '' })).toEqual(['customer_rut: missing']);
  expect(problems({ customer_phone: 'no tiene' })).toEqual(['customer_phone: bad_phone']);
  expect(problems({ created_at: '31-02-2014' })).toEqual(['created_at: bad_date']);
  expect(problems({ created_at: '' })).toEqual(['created_at: missing']);
  expect(problems({ created_at: '01-01-2027' })).toEqual(['created_at: date_out_of_range']);
  expect(problems({ created_at: '01-01-1913' })).toEqual(['created_at: date_out_of_range']);
  expect(problems({ status: 'Quién sabe' })).toEqual(['status: unknown_status']);
  expect(problems({ total_amount: 'a convenir' })).toEqual(['total_amount: bad_amount']);
  expect(problems({ advance_payment: '-5000' })).toEqual(['advance_payment: bad_amount']);
  expect(problems({ order_number: 'A-12' })).toEqual(['order_number: bad_number']);
  expect(problems({ warranty_days: 'para siempre' })).toEqual(['warranty_days: bad_warranty']);
  expect(problems({ customer_name: 'x'.repeat(201) })).toEqual(['customer_name: too_long']);
  expect(problems({ customer_name: '', customer_rut: 'X', total_amount: 'gratis' })).toEqual([
    'customer_name: missing',
    'customer_rut: bad_rut',
    'total_amount: bad_amount',
  ]);
});

test('ORD-16 missing values get a sensible default and a warning', () => {
  expect(row({ equipment_brand: '' }).equipment_brand).toBe('Sin marca');
  expect(warnings({ equipment_brand: '' })).toEqual(['no_brand']);
  expect(row({ equipment_type: 'Hervidor', equipment_model: '' })).toMatchObject({
    equipment_type: 'others',
    equipment_model: 'Hervidor',
  });
  expect(warnings({ equipment_type: 'Hervidor' })).toEqual(['type_unknown']);
  expect(warnings({ imei: '3,56938E+14' })).toEqual(['imei_rounded']);
  expect(warnings({ customer_rut: '12345678-9' })).toEqual(['check_digit']);
  expect(warnings({ customer_phone: '32 225 5014' })).toEqual(['not_mobile']);
  expect(warnings({ customer_phone: '+54 9 11 2345 6789' })).toEqual([]);
  expect(warnings({ advance_payment: '99.990' })).toEqual(['advance_over_total']);
});

test('ORD-16 a later date is kept, one before the first is left out', () => {
  expect(row({ updated_at: '21-06-2013' }).updated_at).toBe('2013-06-21T16:00:00.005Z');
  expect(row({ updated_at: '18-06-2013' })).not.toHaveProperty('updated_at');
  expect(warnings({ updated_at: '18-06-2013' })).toEqual(['updated_before_created']);
});

test('TIME-24 a promise is read as a date, which may lie ahead', () => {
  expect(row({ promised_at: '03-12-2046 17:00' }).promised_at).toBe('2046-12-03T20:00:00.000Z');
  expect(row({ promised_at: '' }).promised_at).toBeUndefined();
  expect(problems({ promised_at: '31-02-2046' })).toEqual(['promised_at: bad_date']);
  expect(problems({ promised_at: '01-01-9999' })).toEqual(['promised_at: date_out_of_range']);
});

test.each([
  ['90', 90],
  ['30 días', 30],
  ['3 meses', 90],
  ['1 año', 365],
  ['0', 0],
])('ORD-16 warranty %j is %i days', (warranty_days, days) => {
  expect(row({ warranty_days }).warranty_days).toBe(days);
});

test.each([
  ['Celular', 'smartphone'],
  ['PC escritorio', 'desktop'],
  ['TABLET', 'tablet'],
  ['Consola', 'others'],
  ['mobile phone', 'smartphone'],
  ['iPad', 'tablet'],
  ['Notebook gamer', 'laptop'],
])('ORD-16 %j is a %s', (equipment_type, wanted) => {
  expect(row({ equipment_type }).equipment_type).toBe(wanted);
});

test.each([
  ['Pendiente', 'pending'],
  ['EN PROGRESO', 'in_progress'],
  ['en reparación', 'in_progress'],
  ['Listo', 'completed'],
  ['Cancelado', 'cancelled'],
  ['Delivered', 'delivered'],
  ['Presupuesto Enviado', 'quoted'],
])('ORD-16 %j is %s', (status, wanted) => {
  expect(row({ status }).status).toBe(wanted);
});

test('ORD-16 a meaning that the user chose overrides the built-in one', () => {
  const values = {
    status: { 'quien sabe': 'pending', listo: 'delivered' },
    equipmentType: { hervidor: 'desktop' },
  } as const;
  expect(row({ status: 'Quién sabe' }, { values }).status).toBe('pending');
  expect(row({ status: 'Listo' }, { values }).status).toBe('delivered');
  expect(row({ equipment_type: 'Hervidor' }, { values }).equipment_type).toBe('desktop');
});

test('ORD-16 characters that the database refuses are dropped', () => {
  expect(row({ customer_name: 'Rosa\u0000 Lagos\u0007' }).customer_name).toBe('Rosa Lagos');
  expect(row({ customer_name: 'Jose\u0301' }).customer_name).toBe('José');
});

test('SEC-30 the code of a device that is in the shop is taken; of any other it is left out and counted', () => {
  expect(row({ status: 'En revisión', device_code: '2580' })).toMatchObject({
    device_code: { type: 'pin', code: '2580' },
  });
  for (const status of ['Entregado', 'Anulado']) {
    expect(row({ status, device_code: '2580' })).not.toHaveProperty('device_code');
    expect(warnings({ status, device_code: '2580' })).toContain('code_left_out');
  }
  expect(problems({ status: 'Listo', device_code: 'x'.repeat(201) })).toEqual(['device_code: too_long']);
});
