import type { ImportRow, RowResult } from '@taller/shared/data/imports/import-row.ts';
import { expect, test } from 'vitest';
import { checkRows, EMPTY_TALLY, importRows, withCells } from './run-import.ts';
import type { ImportCalls, ImportTally } from './run-import.ts';

function rowsOf(count: number): ImportRow[] {
  return Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    key: `key-${index + 2}`,
    order_number: index + 1,
    created_at: '2013-06-19T16:00:00.000Z',
    status: 'delivered',
    customer_name: 'Rosa Lagos',
    customer_rut: '12345678-5',
    customer_phone: '+56 9 1234 5678',
    customer_address: '',
    equipment_type: 'laptop',
    equipment_brand: 'Lenovo',
    equipment_model: '',
    equipment_condition: '',
    work_description: '',
    technical_work: '',
    total_amount: 45990,
    advance_payment: 0,
  }));
}

/** A server in miniature: keeps keys, takes a batch whole or not at all, refuses the rows in `bad`. */
function server(bad: readonly number[] = [], taken: readonly number[] = []) {
  const keys = new Set<string>();
  const batches: number[] = [];
  class Refusal extends Error {
    readonly row: number;
    constructor(row: number) {
      super(`La fila ${row} no se puede importar: no`);
      this.row = row;
    }
  }
  const send = (rows: readonly ImportRow[]): Promise<RowResult[]> => {
    batches.push(rows.length);
    const wrong = rows.find(({ row }) => bad.includes(row));
    if (wrong) return Promise.reject(new Refusal(wrong.row));
    return Promise.resolve(
      rows.map(({ row, key }) => {
        if (taken.includes(row)) return { row, outcome: 'number_taken' as const };
        const outcome = keys.has(key) ? ('duplicate' as const) : ('imported' as const);
        keys.add(key);
        return { row, outcome };
      }),
    );
  };
  const calls: ImportCalls = {
    send,
    refusalOf: (error) => (error instanceof Refusal ? { row: error.row, message: error.message } : null),
  };
  return { keys, batches, calls };
}

async function last(tallies: AsyncIterable<ImportTally>): Promise<ImportTally> {
  let sum = EMPTY_TALLY;
  for await (const tally of tallies) sum = tally;
  return sum;
}

test('ORD-16 batches of 100, with the sums after each', async () => {
  const { batches, calls } = server();
  const done: number[] = [];
  for await (const tally of importRows(rowsOf(250), calls)) done.push(tally.done);
  expect(done).toEqual([100, 200, 250]);
  expect(batches).toEqual([100, 100, 50]);
});

test('ORD-16 stopped after a batch, it goes on with the next one', async () => {
  const { keys, batches, calls } = server();
  const rows = rowsOf(250);
  let halfway = EMPTY_TALLY;
  for await (const tally of importRows(rows, calls)) {
    halfway = tally;
    break;
  }
  expect(halfway).toMatchObject({ done: 100, imported: 100 });
  expect(await last(importRows(rows, calls, halfway))).toMatchObject({
    done: 250,
    imported: 250,
    duplicates: 0,
  });
  expect(batches).toEqual([100, 100, 50]);
  expect(keys.size).toBe(250);
});

test('ORD-16 a row that the server refuses stays out and the rest of its batch goes in', async () => {
  const { keys, calls } = server([5, 7, 150]);
  const tally = await last(importRows(rowsOf(200), calls));
  expect(tally).toMatchObject({ done: 200, imported: 197 });
  expect(tally.refused).toEqual([
    { row: 5, reason: 'server', message: 'La fila 5 no se puede importar: no' },
    { row: 7, reason: 'server', message: 'La fila 7 no se puede importar: no' },
    { row: 150, reason: 'server', message: 'La fila 150 no se puede importar: no' },
  ]);
  expect(keys.has('key-5')).toBe(false);
});

test('ORD-16 an answer that was lost comes back as a duplicate, not as a second order', async () => {
  const { keys, calls } = server();
  const rows = rowsOf(100);
  let lost = true;
  const send: ImportCalls['send'] = async (batch) => {
    const answer = await calls.send(batch);
    if (lost) {
      lost = false;
      throw new Error('connection lost');
    }
    return answer;
  };
  await expect(last(importRows(rows, { ...calls, send }))).rejects.toThrow('connection lost');
  expect(await last(importRows(rows, { ...calls, send }))).toMatchObject({ imported: 0, duplicates: 100 });
  expect(keys.size).toBe(100);
});

test('ORD-16 a failure that is about no row, or about a row that was not sent, ends the import', async () => {
  const { calls } = server();
  const failing = (row: number) => ({
    send: () => Promise.reject(new Error('no')),
    refusalOf: () => (row === 0 ? null : { row, message: 'no' }),
  });
  await expect(last(importRows(rowsOf(3), { ...calls, ...failing(0) }))).rejects.toThrow('no');
  await expect(last(importRows(rowsOf(3), { ...calls, ...failing(999) }))).rejects.toThrow('no');
});

test('ORD-16 the dry run sorts what is new, in already, and in the way', async () => {
  const outcomes: Record<number, RowResult['outcome']> = { 2: 'duplicate', 3: 'number_taken', 4: 'new' };
  const progress: number[] = [];
  const result = await checkRows(
    rowsOf(3),
    (rows) => Promise.resolve(rows.map(({ row }) => ({ row, outcome: outcomes[row] ?? 'new' }))),
    (done) => progress.push(done),
  );
  expect(result.fresh.map(({ row }) => row)).toEqual([4]);
  expect(result.taken.map(({ row }) => row)).toEqual([3]);
  expect(result.duplicates).toBe(1);
  expect(progress).toEqual([3]);
});

test('ORD-16 the dry run asks for 1,000 rows at a time', async () => {
  const sizes: number[] = [];
  await checkRows(
    rowsOf(2300),
    (rows) => {
      sizes.push(rows.length);
      return Promise.resolve([]);
    },
    () => undefined,
  );
  expect(sizes).toEqual([1000, 1000, 300]);
});

test('ORD-16 rows that the server keeps out are listed with their cells and reasons', () => {
  const ready = rowsOf(2);
  const rows = [
    { line: 2, cells: ['1', 'Rosa'] },
    { line: 3, cells: ['2', 'Luis'] },
  ];
  const refused = [{ row: 3, reason: 'server', message: 'no cabe' }] as const;
  expect(withCells(refused, ready.slice(0, 1), rows, ready)).toEqual([
    {
      line: 2,
      cells: ['1', 'Rosa'],
      problems: [{ code: 'number_taken', field: 'order_number', value: '1', detail: '' }],
    },
    {
      line: 3,
      cells: ['2', 'Luis'],
      problems: [{ code: 'server', field: 'order_number', value: '2', detail: 'no cabe' }],
    },
  ]);
});
