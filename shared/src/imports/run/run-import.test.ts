import { expect, test } from 'vitest';
import type { KeyedRow } from '../file/convert-rows.ts';
import type { Problem } from '../file/row-reader.ts';
import type { ImportTypes, RowResult, Verdict } from './import-kind.ts';
import { batchesOf, checkRows, EMPTY_TALLY, importRows, withCells } from './run-import.ts';
import type { BatchCalls, ImportTally } from './run-import.ts';

function rowsOf(count: number): KeyedRow[] {
  return Array.from({ length: count }, (_, index) => ({ row: index + 2, key: `key-${index + 2}` }));
}

function verdict({ outcome, detail }: RowResult): Verdict<Problem> {
  if (outcome === 'taken') return { code: 'taken', field: 'number', value: detail ?? '' };
  return outcome === 'new' || outcome === 'existing' ? 'fresh' : (outcome as 'imported' | 'duplicate');
}

/** A fake server: stores keys, accepts batches all or nothing, rejects the rows in `bad`. */
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
  const send = (rows: readonly KeyedRow[]): Promise<RowResult[]> => {
    batches.push(rows.length);
    const wrong = rows.find(({ row }) => bad.includes(row));
    if (wrong) return Promise.reject(new Refusal(wrong.row));
    return Promise.resolve(
      rows.map(({ row, key }) => {
        if (taken.includes(row)) return { row, outcome: 'taken' };
        const outcome = keys.has(key) ? 'duplicate' : 'imported';
        keys.add(key);
        return { row, outcome };
      }),
    );
  };
  const calls: BatchCalls<KeyedRow, Problem> = {
    batchSize: 100,
    send,
    verdict,
    refusalOf: (error) =>
      error instanceof Refusal
        ? { row: error.row, problem: { code: 'server', field: 'number', value: '', detail: error.message } }
        : null,
  };
  return { keys, batches, calls };
}

async function last(tallies: AsyncIterable<ImportTally>): Promise<ImportTally> {
  let sum: ImportTally = EMPTY_TALLY;
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
  let halfway: ImportTally = EMPTY_TALLY;
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

const SERVER = { code: 'server', field: 'number', value: '' };

test('ORD-16 a row that the server refuses stays out and the rest of its batch goes in', async () => {
  const { keys, calls } = server([5, 7, 150]);
  const tally = await last(importRows(rowsOf(200), calls));
  expect(tally).toMatchObject({ done: 200, imported: 197 });
  expect(tally.refused).toEqual([
    { row: 5, problem: { ...SERVER, detail: 'La fila 5 no se puede importar: no' } },
    { row: 7, problem: { ...SERVER, detail: 'La fila 7 no se puede importar: no' } },
    { row: 150, problem: { ...SERVER, detail: 'La fila 150 no se puede importar: no' } },
  ]);
  expect(keys.has('key-5')).toBe(false);
});

test('ORD-16 an answer that was lost comes back as a duplicate, not as a second order', async () => {
  const { keys, calls } = server();
  const rows = rowsOf(100);
  let lost = true;
  const send: BatchCalls<KeyedRow, Problem>['send'] = async (batch) => {
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
    refusalOf: () => (row === 0 ? null : { row, problem: SERVER }),
  });
  await expect(last(importRows(rowsOf(3), { ...calls, ...failing(0) }))).rejects.toThrow('no');
  await expect(last(importRows(rowsOf(3), { ...calls, ...failing(999) }))).rejects.toThrow('no');
});

test('ORD-16 the dry run separates new, already imported and conflicting rows', async () => {
  const outcomes: Record<number, string> = { 2: 'duplicate', 3: 'taken', 4: 'new', 5: 'existing' };
  const progress: number[] = [];
  const result = await checkRows<ImportTypes>(
    rowsOf(4),
    (rows) => Promise.resolve(rows.map(({ row }) => ({ row, outcome: outcomes[row] ?? '', detail: '7' }))),
    verdict,
    (done) => progress.push(done),
  );
  expect(result.fresh.map(({ row }) => row)).toEqual([4, 5]);
  expect([...result.outcomes]).toEqual([
    [4, 'new'],
    [5, 'existing'],
  ]);
  expect(result.refused).toEqual([{ row: 3, problem: { code: 'taken', field: 'number', value: '7' } }]);
  expect(result.duplicates).toBe(1);
  expect(progress).toEqual([4]);
});

test('ORD-16 the dry run asks for 1,000 rows at a time', async () => {
  const sizes: number[] = [];
  await checkRows(
    rowsOf(2300),
    (rows) => {
      sizes.push(rows.length);
      return Promise.resolve([]);
    },
    verdict,
    () => undefined,
  );
  expect(sizes).toEqual([1000, 1000, 300]);
});

test('ORD-16 batches hold every row once, in order', () => {
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(batchesOf([], 2)).toEqual([]);
});

test('ORD-16 rows that the server keeps out are listed with their cells and reasons', () => {
  const rows = [
    { line: 2, cells: ['1', 'Rosa'] },
    { line: 3, cells: ['2', 'Luis'] },
  ];
  expect(withCells([{ row: 3, problem: SERVER }], rows)).toEqual([
    { line: 3, cells: ['2', 'Luis'], problems: [SERVER] },
  ]);
});
