/**
 * Imports orders as the screen does: parsing and validation, the dry run, the batches, through the API with one client;
 * then the same file again. At least 400 rows a second, and the last batches take no more than three times as long as
 * the first.
 *
 * node bench/orders-import.ts [file.csv] [rows per batch]
 */
import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { convertAll } from '@taller/shared/imports/file/convert-rows.ts';
import { guessColumns } from '@taller/shared/imports/file/guess-columns.ts';
import { readImportFile } from '@taller/shared/imports/file/read-file.ts';
import { rutCheckDigit } from '@taller/shared/values/rut.ts';
import { batchesOf } from '@taller/shared/imports/run/run-import.ts';
import { orderConverter } from '../mfe-reports/src/features/import/convert-row.ts';
import { IMPORT_FIELDS } from '../mfe-reports/src/features/import/fields.ts';
import type { OrderProblem, WarningCode } from '../mfe-reports/src/features/import/import-row.ts';
import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import { detectDateOrder } from '../mfe-reports/src/features/import/read-date.ts';
import { openShop } from '../supabase/test/support/shop.ts';

const MADE_ROWS = 5000;
/** Batch size of the screen. */
const BATCH = 100;
const LIMIT_ROWS_PER_S = 400;
const LIMIT_RATIO = 3;

function madeFile(): File {
  const states = ['Entregado', 'Completado', 'Pendiente', 'Cancelado'];
  const lines = Array.from({ length: MADE_ROWS }, (_, n) => {
    const digits = String(9_000_000 + (n % 1700) * 37);
    const day = `${String((n % 28) + 1).padStart(2, '0')}-${String((n % 12) + 1).padStart(2, '0')}-20${13 + Math.floor(n / 500)}`;
    return [
      n + 1,
      day,
      `Persona Número ${n % 1700}`,
      `${digits}-${rutCheckDigit(digits)}`,
      `+56 9 ${String(50_000_000 + (n % 1700))}`,
      `Los Aromos ${n % 900}, Valparaíso`,
      'Celular',
      'Samsung',
      `Galaxy A${n % 60}`,
      'Pantalla trizada, sin tapa trasera',
      'No carga y se apaga al mover el cable, el cliente dice que se mojó',
      'Cambio de pin de carga y limpieza de placa',
      states[n % states.length],
      (n % 90) * 1000 + 9990,
      0,
    ].join(';');
  });
  const header =
    'Número de orden;Fecha de ingreso;Nombre del cliente;RUT;Teléfono;Dirección;Tipo de equipo;Marca;Modelo;Condición del equipo;Problema;Trabajo técnico;Estado;Total;Abono';
  return new File([`${header}\r\n${lines.join('\r\n')}`], 'ordenes.csv');
}

const seconds = (from: number) => (performance.now() - from) / 1000;
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

const [path, size] = process.argv.slice(2);
const batch = Number(size ?? BATCH);
const file = path ? new File([await openAsBlob(path)], 'ordenes.csv') : madeFile();

await using shop = await openShop();
const { client } = shop.people.admin;
const read = await readImportFile(file, {
  fields: IMPORT_FIELDS,
  choices: {},
  onProgress: () => undefined,
  signal: new AbortController().signal,
});
const mapping = guessColumns(IMPORT_FIELDS, read.header, read.rows);
const dates = read.rows.map(({ cells }) => cells[mapping.created_at ?? -1] ?? '');
const { ready, refused } = await convertAll<ImportRow, OrderProblem, WarningCode>(
  read.rows,
  orderConverter({
    mapping,
    values: { status: {}, equipmentType: {} },
    dateOrder: detectDateOrder(dates),
    takenNumbers: 'leave',
    now: new Date(),
  }),
);
console.log(`${ready.length} rows read, ${refused.length} refused`, JSON.stringify(refused[0] ?? null));
const { data: opened, error } = await client.rpc('begin_import', {
  p_file_name: 'ordenes.csv',
  p_file_hash: randomUUID(),
  p_row_count: ready.length,
});
if (error) throw new Error(error.message);

async function importAll(): Promise<number[]> {
  const times: number[] = [];
  for (const rows of batchesOf(ready, batch)) {
    const begun = performance.now();
    const answer = await client.rpc('import_orders', {
      p_batch_id: opened?.id ?? '',
      p_rows: rows as never,
    });
    if (answer.error) throw new Error(answer.error.message);
    times.push(performance.now() - begun);
  }
  return times;
}

let start = performance.now();
for (const rows of batchesOf(ready, 1000)) {
  const marks = rows.map(({ row, key, order_number }) => ({ row, key, order_number }));
  const answer = await client.rpc('check_import', { p_rows: marks as never });
  if (answer.error) throw new Error(answer.error.message);
}
console.log(`dry run of ${ready.length} rows: ${seconds(start).toFixed(1)} s`);
start = performance.now();
const times = await importAll();
const perSecond = ready.length / seconds(start);
const [first, last] = [mean(times.slice(0, 3)), mean(times.slice(-4, -1))];
const ratio = last / first;
console.log(
  `import in batches of ${batch}: ${seconds(start).toFixed(1)} s, ${perSecond.toFixed(0)} rows a second; ` +
    `batch: first ${first.toFixed(0)} ms, last ${last.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
);
start = performance.now();
await importAll();
console.log(`the same file again: ${seconds(start).toFixed(1)} s`);
const [stored] = await shop.sql`
  select count(*)::int as orders, (select count(*)::int from public.order_events where kind = 'imported') as events
  from public.service_orders`;
console.log(JSON.stringify(stored));
const held =
  stored?.orders === ready.length &&
  stored.events === ready.length &&
  perSecond >= LIMIT_ROWS_PER_S &&
  ratio <= LIMIT_RATIO;
process.exitCode = held ? 0 : 1;
