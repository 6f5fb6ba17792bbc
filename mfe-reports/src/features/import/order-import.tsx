import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { beginImport, checkImport, importBatch } from '@taller/shared/orders/import-orders.ts';
import { refusedRow } from '@taller/shared/imports/run/refused-row.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import { ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import { z } from '@taller/shared/values/zod.ts';
import type { ImportKind } from '@taller/shared/imports/run/import-kind.ts';
import { orderImportTexts } from '#src/features/import/texts.ts';
import { orderConverter } from './convert-row.ts';
import { IMPORT_FIELDS } from './fields.ts';
import type { OrderImport } from './import-row.ts';
import { PREVIEW_COLUMNS } from './preview-columns.tsx';
import { detectDateOrder } from './read-date.ts';
import { WordsStep } from './words-step.tsx';

/** Import of orders from another system's file (ORD-16). */
export const orderImport: ImportKind<OrderImport> = {
  storageKey: 'taller.import-choices',
  optionsSchema: z.object({
    values: z.object({
      status: z.record(z.string(), z.enum(ORDER_STATUSES)),
      equipmentType: z.record(z.string(), z.enum(EQUIPMENT_TYPES)),
    }),
    dateOrder: z.enum(['dmy', 'mdy']),
    takenNumbers: z.enum(['leave', 'renew']),
  }),
  fields: IMPORT_FIELDS,
  secretFields: ['device_code'],
  guessOptions: (file, { created_at: column }) => {
    const dates = column === undefined ? [] : file.rows.map(({ cells }) => cells[column] ?? '');
    return {
      values: { status: {}, equipmentType: {} },
      dateOrder: detectDateOrder(dates),
      takenNumbers: 'leave',
    };
  },
  converter: ({ mapping, options }) => orderConverter({ mapping, ...options, now: new Date() }),
  // Small enough that the desk hardly waits for the lock; the database accepts at most 1,000.
  batchSize: 100,
  calls: {
    check: (_file, rows, signal) => checkImport(rows, signal),
    begin: async (file, _options, signal) => {
      const batchId = await beginImport({ name: file.name, hash: file.hash, rowCount: file.rows.length });
      return (rows) => importBatch(batchId, rows, signal);
    },
    failureOf: dataErrorCode,
    refusedRow,
  },
  verdict: ({ outcome }, row) => {
    if (outcome === 'new') return 'fresh';
    if (outcome !== 'number_taken') return outcome === 'imported' ? 'imported' : 'duplicate';
    return { code: 'number_taken', field: 'order_number', value: String(row.order_number ?? '') };
  },
  serverProblem: (message) => ({ code: 'server', field: 'order_number', value: '', detail: message }),
  wanted: () => true,
  previewColumns: PREVIEW_COLUMNS,
  Options: WordsStep,
  texts: orderImportTexts,
  seeHref: paths.dashboard.getHref(),
};
