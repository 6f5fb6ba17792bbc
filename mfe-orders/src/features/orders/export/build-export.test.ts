import type { OrderRow } from '@taller/shared/orders/export-orders.ts';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { buildExport } from './build-export.ts';
import { orderColumns } from './order-csv.ts';

const ORDER: OrderRow = {
  id: '6a1f7c7e-0000-4000-8000-000000000001',
  order_number: 123,
  former_number: null,
  created_at: '2026-11-21T17:30:00+00:00',
  updated_at: '2026-11-22T02:15:00+00:00',
  status: 'delivered',
  customer_name: 'José "Pepe" Núñez; hijo',
  customer_phone: '+56 9 8123 4567',
  second_phone: null,
  customer_reference: null,
  contact_id: null,
  customer_address: null,
  customer_rut: '12345678-9',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'A15',
  imei: '357955666027549',
  equipment_condition: 'Vidrio trizado',
  work_description: '=HYPERLINK("http://malo.example")',
  technical_work: 'Línea 1\nLínea 2 🔧',
  quote: 45_990,
  total_amount: 45_990,
  advance_payment: 10_000,
  final_payment: 35_990,
  technician_id: 't1',
  receptionist_id: 'r1',
  password_type: 'pin',
  device_password: null,
  notes: '',
  approved_at: null,
  rejected_at: null,
  delivered_at: '2026-11-22T02:15:00+00:00',
  warranty_days: 90,
  parts_warranty_days: 184,
  quoted_at: null,
  completed_at: '2026-11-21T20:00:00+00:00',
  device_code_stored: true,
  anonymized_at: null,
  cancellation_reason: null,
  quote_lines: [],
  on_hold: false,
  unrepaired_reason: null,
  warranty_of: 6400,
  warranty_repair: false,
  not_warranty: false,
  warranty_outcome: 'not_covered',
  warranty_reason: 'Mojado',
  promised_at: '2026-11-24T20:00:00.000Z',
  at_risk_from: null,
  version: 4,
  import_batch_id: null,
  import_key: null,
  appointment_id: null,
  payment_details: null,
  visit_details: null,
  warranty_since: null,
};
const NAMES = new Map([['t1', 'Rodrigo Peña']]);

async function* inBatches(...batches: OrderRow[][]) {
  for (const batch of batches) yield await Promise.resolve(batch);
}

test('DATA-03 the file opens right in Excel in Chile: byte order mark, semicolons, CRLF, one line per order', async () => {
  const progress: number[] = [];
  const { parts, count } = await buildExport(
    inBatches([ORDER, ORDER], [ORDER]),
    orderColumns(NAMES),
    (done) => progress.push(done),
  );
  const text = parts.join('');
  expect(text.startsWith('\uFEFFN° de orden;Ingreso;Estado;Nombre completo;RUT;')).toBe(true);
  expect(count).toBe(3);
  expect(progress).toEqual([2, 3]);
  const { data, errors } = Papa.parse<string[]>(text.slice(1), {
    delimiter: ';',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(4);
});

test('ORD-16 DATA-05 a line says what the desk says: padded number, the shop’s clock, plain amounts, names', async () => {
  const { parts } = await buildExport(inBatches([ORDER]), orderColumns(NAMES), () => undefined);
  const [row] = Papa.parse<Record<string, string>>(parts.join('').slice(1), {
    delimiter: ';',
    header: true,
  }).data;
  expect(row).toMatchObject({
    'N° de orden': '000123',
    Ingreso: '21-11-2026 14:30',
    Estado: 'Entregado',
    'Nombre completo': 'José "Pepe" Núñez; hijo',
    Teléfono: '+56 9 8123 4567',
    'Otro teléfono': '',
    'Tipo de equipo': 'Celular',
    'Trabajo a realizar': 'Línea 1\nLínea 2 🔧',
    Total: '45990',
    Abono: '10000',
    'Pagado al entregar': '35990',
    Saldo: '0',
    Técnico: 'Rodrigo Peña',
    'Recibido por': '',
    'Comprometida para': '24-11-2026 17:00',
    Entregada: '21-11-2026 23:15',
    'Días de garantía': '90',
  });
});

test('WARR-02 WARR-06 a line says under which order’s warranty a device came in, and how that ended', async () => {
  const none = { ...ORDER, warranty_of: null, warranty_outcome: null, warranty_reason: null };
  const { parts } = await buildExport(inBatches([ORDER, none]), orderColumns(NAMES), () => undefined);
  const rows = Papa.parse<Record<string, string>>(parts.join('').slice(1), { delimiter: ';', header: true });
  expect(
    rows.data.slice(0, 2).map((row) => [row['En garantía de la orden'], row['Resultado de la garantía']]),
  ).toEqual([
    ['006400', 'No cubierta: Mojado'],
    ['', ''],
  ]);
});

test('DATA-02 a text that a spreadsheet would run is made plain; the device’s code is no column', async () => {
  const { parts } = await buildExport(inBatches([ORDER]), orderColumns(NAMES), () => undefined);
  expect(parts.join('')).toContain(`"'=HYPERLINK(""http://malo.example"")"`);
  expect(
    orderColumns(NAMES)
      .map(({ header }) => header)
      .join(),
  ).not.toMatch(/clave|pin|patrón|contraseña/i);
});

test('DATA-03 a batch that fails fails the whole export', async () => {
  async function* broken() {
    yield await Promise.resolve([ORDER]);
    throw new Error('cut');
  }
  await expect(buildExport(broken(), orderColumns(NAMES), () => undefined)).rejects.toThrow('cut');
});
