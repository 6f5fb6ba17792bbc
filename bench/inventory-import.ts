/**
 * Imports 20,000 products as the screen does: parsing and validation, the dry run, the batches, through the API with
 * one client; then the same file again. The last batches must not take more than twice as long as the first: existing
 * rows do not slow the import down.
 *
 * node bench/inventory-import.ts
 */
import { readImportFile } from '@taller/shared/imports/file/read-file.ts';
import { convertAll } from '@taller/shared/imports/file/convert-rows.ts';
import { guessColumns } from '@taller/shared/imports/file/guess-columns.ts';
import { itemConverter } from '../mfe-inventory/src/features/import/convert-item.ts';
import { ITEM_FIELDS } from '../mfe-inventory/src/features/import/fields.ts';
import type {
  ItemProblem,
  ItemRow,
  WarningCode,
} from '../mfe-inventory/src/features/import/inventory-import-types.ts';
import { batchesOf } from '@taller/shared/imports/run/run-import.ts';
import { openShop } from '../supabase/test/support/shop.ts';

const ROWS = 20_000;
const BATCH = 200;
const LIMIT_RATIO = 2;

const lines = Array.from(
  { length: ROWS },
  (_, n) =>
    `INV-${String(n + 1).padStart(6, '0')};Samsung;Galaxy Módulo ${n};Tipo ${n % 24};Proveedor ${n % 40};${n % 60};${990 * ((n % 300) + 1)};${n % 5}`,
);
const file = new File(
  [`Código;Marca;Modelo;Tipo;Proveedor;Cantidad;Precio Cliente;Stock mínimo\r\n${lines.join('\r\n')}`],
  'stock.csv',
);

const seconds = (from: number) => (performance.now() - from) / 1000;

await using shop = await openShop();
const { client } = shop.people.technician;
let start = performance.now();
const read = await readImportFile(file, {
  fields: ITEM_FIELDS,
  choices: {},
  onProgress: () => undefined,
  signal: new AbortController().signal,
});
const mapping = guessColumns(ITEM_FIELDS, read.header, read.rows);
const { ready } = await convertAll<ItemRow, ItemProblem, WarningCode>(
  read.rows,
  itemConverter(mapping, { types: {}, suppliers: {}, existing: 'skip' }),
);
console.log(`read and converted ${ready.length} rows: ${seconds(start).toFixed(1)} s`);

async function dryRun(): Promise<void> {
  start = performance.now();
  for (const rows of batchesOf(ready, 1000)) {
    const { error } = await client.rpc('check_inventory_import', {
      p_file_key: read.contentKey,
      p_rows: rows as never,
    });
    if (error) throw new Error(error.message);
  }
  console.log(`dry run: ${seconds(start).toFixed(1)} s`);
}

async function importAll(): Promise<number[]> {
  const times: number[] = [];
  start = performance.now();
  for (const rows of batchesOf(ready, BATCH)) {
    const begun = performance.now();
    const { error } = await client.rpc('import_inventory', {
      p_file_name: read.name,
      p_file_key: read.contentKey,
      p_existing: 'skip',
      p_rows: rows as never,
    });
    if (error) throw new Error(error.message);
    times.push(performance.now() - begun);
  }
  console.log(`import: ${seconds(start).toFixed(1)} s`);
  return times;
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

await dryRun();
const times = await importAll();
const [first, last] = [mean(times.slice(5, 20)), mean(times.slice(-15))];
const ratio = last / first;
console.log(
  `batch of ${BATCH}: first ${first.toFixed(0)} ms, last ${last.toFixed(0)} ms, ratio ${ratio.toFixed(2)}; longest ${Math.max(...times).toFixed(0)} ms`,
);
console.log('the same file again');
await dryRun();
await importAll();
const [stored] = await shop.sql`
  select count(*)::int as items, sum(quantity)::int as pieces, (select sum(delta)::int from public.inventory_movements) as moved
  from public.inventory`;
console.log(JSON.stringify(stored));
process.exitCode = ratio > LIMIT_RATIO || stored?.items !== ROWS || stored?.pieces !== stored?.moved ? 1 : 0;
