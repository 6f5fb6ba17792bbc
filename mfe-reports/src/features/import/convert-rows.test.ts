import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import { convertAll, convertRows, distinctValues } from '@taller/shared/imports/file/convert-rows.ts';
import { missingColumns } from '@taller/shared/imports/file/import-field.ts';
import { detectSeparator, parseTable, type TableRow } from '@taller/shared/imports/file/parse-table.ts';
import { orderConverter, type ConversionOptions } from './convert-row.ts';
import { IMPORT_FIELDS } from './fields.ts';
import type { OrderProblem, WarningCode } from './import-row.ts';

const options: ConversionOptions = {
  mapping: {
    order_number: 0,
    created_at: 1,
    customer_name: 2,
    customer_rut: 3,
    customer_phone: 4,
    status: 5,
  },
  values: { status: {}, equipmentType: {} },
  dateOrder: 'dmy',
  takenNumbers: 'leave',
  now: new Date('2026-11-21T15:00:00Z'),
};

const convertOrders = (rows: readonly TableRow[], onProgress?: (done: number) => void) =>
  convertAll<ImportRow, OrderProblem, WarningCode>(rows, orderConverter(options), onProgress);

function order(number: string, name = 'Rosa Lagos'): string[] {
  return [number, '19-06-2013', name, '12345678-5', '912345678', 'Entregado'];
}

function lines(...cells: readonly string[][]): TableRow[] {
  return cells.map((row, index) => ({ line: index + 2, cells: row }));
}

test('ORD-16 an order number twice: the later row is refused and names the earlier', async () => {
  const { ready, refused } = await convertOrders(lines(order('7'), order('8'), order('000007', 'Luis')));
  expect(ready.map((row) => row.order_number)).toEqual([7, 8]);
  expect(refused).toMatchObject([
    { line: 4, problems: [{ code: 'repeated_number', field: 'order_number', value: '7', detail: '2' }] },
  ]);
});

test('ORD-123 an order number twice: with new numbers chosen both rows are taken, and say so to the server', async () => {
  const renewing = orderConverter({ ...options, takenNumbers: 'renew' });
  const { ready, refused } = await convertAll<ImportRow, OrderProblem, WarningCode>(
    lines(order('7'), order('000007', 'Luis')),
    renewing,
  );
  expect(refused).toEqual([]);
  expect(ready).toMatchObject([
    { order_number: 7, renumber: true },
    { order_number: 7, renumber: true },
  ]);
});

test('ORD-16 a refused row takes no number', async () => {
  const { ready, refused } = await convertOrders(lines(order('7', ''), order('7')));
  expect(refused.map(({ line }) => line)).toEqual([2]);
  expect(ready.map(({ row }) => row)).toEqual([3]);
});

test('ORD-16 the key of a row: same content same key, whatever file, separator and blanks', async () => {
  const keys = async (text: string) => {
    const rows = await parseTable(text, { separator: detectSeparator(text) });
    return (await convertOrders(rows)).ready.map(({ key }) => key);
  };
  const [first] = await keys('1;19-06-2013;Rosa Lagos;12345678-5;912345678;Entregado;;\n');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await keys('"1","19-06-2013"," Rosa Lagos",12345678-5,912345678,Entregado\r\n')).toEqual([first]);
  expect(await keys('1;19-06-2013;Rosa Lagoz;12345678-5;912345678;Entregado\n')).not.toEqual([first]);
});

test('ORD-16 equal rows without a number are different orders, the same ones each time', async () => {
  const twins = lines(order(''), order(''), order(''));
  const first = (await convertOrders(twins)).ready.map(({ key }) => key);
  expect(new Set(first).size).toBe(3);
  expect((await convertOrders(twins)).ready.map(({ key }) => key)).toEqual(first);
});

test('ORD-16 mending other rows or taking lines out changes no key', async () => {
  const rows = lines(order('1'), order('2'), order('3', ''), order('4'));
  const before = (await convertOrders(rows)).ready.map(({ key }) => key);
  const corrected = lines(order('2'), order('3', 'Luis Vera'), order('4'), order('1'));
  const after = new Set((await convertOrders(corrected)).ready.map(({ key }) => key));
  expect(after.size).toBe(4);
  expect(before.every((key) => after.has(key))).toBe(true);
});

test('ORD-16 slices: progress grows to the end, other work runs, stopping stops', async () => {
  const rows = lines(...Array.from({ length: 1000 }, (_, index) => order(String(index + 1))));
  const progress: number[] = [];
  await convertOrders(rows, (done) => progress.push(done));
  expect(progress).toEqual([200, 400, 600, 800, 1000]);
  const stop = new AbortController();
  const reading = async () => {
    for await (const slice of convertRows<ImportRow, OrderProblem, WarningCode>(
      rows,
      orderConverter(options),
      stop.signal,
    ))
      if (slice.done === 400) stop.abort(new Error('detenido'));
  };
  await expect(reading()).rejects.toThrow('detenido');
});

test('ORD-16 warnings are counted over the accepted rows', async () => {
  const { warnings } = await convertOrders(lines(order('1'), order('2'), order('3', '')));
  expect(Object.fromEntries(warnings)).toEqual({ no_brand: 2, type_unknown: 2 });
});

test('ORD-16 no row is lost: each is ready or refused', async () => {
  const cell = fc.constantFrom('', 'x', '7', '8', '19-06-2013', '12345678-5', '912345678', 'Entregado', '$5');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 30 }), async (cells) => {
      const { ready, refused } = await convertOrders(lines(...cells));
      const seen = [...ready.map(({ row }) => row), ...refused.map(({ line }) => line)].sort((a, b) => a - b);
      expect(seen).toEqual(cells.map((_, index) => index + 2));
      expect(refused.every(({ problems }) => problems.length > 0)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('ORD-16 required columns, and the words of a column', () => {
  expect(missingColumns(IMPORT_FIELDS, { order_number: 0, customer_name: 1 })).toEqual([
    'created_at',
    'customer_rut',
    'customer_phone',
    'status',
  ]);
  expect(missingColumns(IMPORT_FIELDS, options.mapping)).toEqual([]);
  const rows = lines(['Listo'], ['listo '], ['Anulada'], ['']);
  expect(distinctValues(rows, 0)).toEqual([
    { value: 'Listo', count: 2 },
    { value: 'Anulada', count: 1 },
  ]);
  expect(distinctValues(rows, undefined)).toEqual([]);
});

test('SEC-30 the key of a row tells nothing of its code, and all the rest of it', async () => {
  const withCode = { ...options, mapping: { ...options.mapping, device_code: 6 } };
  const keyOf = async (name: string, code: string) => {
    const rows = lines([...order('7', name), code]);
    const { ready } = await convertAll<ImportRow, OrderProblem, WarningCode>(
      rows,
      orderConverter(withCode),
      undefined,
      undefined,
      [withCode.mapping.device_code],
    );
    return ready[0]?.key;
  };
  expect(await keyOf('Rosa', '2580')).toBe(await keyOf('Rosa', '9173'));
  expect(await keyOf('Rosa', '2580')).not.toBe(await keyOf('Luis', '2580'));
});
