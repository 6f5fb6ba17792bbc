import type { ImportRow } from '@taller/shared/orders/import-orders.ts';
import { convertAll, type RefusedRow } from '@taller/shared/imports/file/convert-rows.ts';
import { decodeFile } from '@taller/shared/imports/file/decode.ts';
import { guessColumns } from '@taller/shared/imports/file/guess-columns.ts';
import { detectSeparator, parseTable } from '@taller/shared/imports/file/parse-table.ts';
import { refusedCsv } from '@taller/shared/imports/file/refused-csv.ts';
import { importTexts } from '@taller/shared/imports/screen/import-texts.ts';
import { expect, test } from 'vitest';
import { orderImportTexts } from '#src/features/import/texts.ts';
import { orderConverter } from './convert-row.ts';
import { IMPORT_FIELDS } from './fields.ts';
import type { OrderProblem, WarningCode } from './import-row.ts';

const HEADER = ['N° Orden', 'Fecha', 'Cliente', 'RUT', 'Teléfono', 'Falla', 'Estado'];
const texts = {
  line: importTexts.refused.originalLine,
  reason: importTexts.refused.reasonColumn,
  describe: (row: RefusedRow<OrderProblem>) =>
    row.problems.map((problem) => orderImportTexts.problem(problem)).join(' '),
};

async function read(text: string) {
  const lines = await parseTable(text, { separator: detectSeparator(text) });
  const [header, ...rows] = lines;
  const mapping = guessColumns(IMPORT_FIELDS, header?.cells ?? [], rows);
  const options = {
    mapping,
    values: { status: {}, equipmentType: {} },
    takenNumbers: 'leave',
    dateOrder: 'dmy',
    now: new Date('2026-11-21T15:00:00Z'),
  } as const;
  return {
    header: header?.cells ?? [],
    conversion: await convertAll<ImportRow, OrderProblem, WarningCode>(rows, orderConverter(options)),
  };
}

test('ORD-16 the download says why, keeps what was there, and goes in once it is corrected', async () => {
  const first = await read(
    [HEADER.join(';'), '1;31-02-2014;Rosa;12345678-5;+56 9 1234 5678;"=SUMA(A1)\nno prende";Listo', ''].join(
      '\r\n',
    ),
  );
  const csv = refusedCsv(HEADER, first.conversion.refused, texts);
  expect(csv).toContain('Fila original;Por qué no se importó');
  expect(csv).toContain('Fecha de ingreso «31-02-2014»: esa fecha no existe.');

  const bytes = new TextEncoder().encode(csv.replace('31-02-2014', '28-02-2014'));
  const again = await read(decodeFile(bytes).text);
  expect(again.header).toEqual([...HEADER, 'Fila original', 'Por qué no se importó']);
  expect(again.conversion.refused).toEqual([]);
  expect(again.conversion.ready).toMatchObject([
    {
      order_number: 1,
      customer_phone: '+56 9 1234 5678',
      work_description: '=SUMA(A1)\nno prende',
      status: 'completed',
    },
  ]);
});
