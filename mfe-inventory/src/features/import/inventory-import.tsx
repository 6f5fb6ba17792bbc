import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { refusedRow } from '@taller/shared/imports/run/refused-row.ts';
import {
  checkInventoryImport,
  EXISTING_CHOICES,
  importInventoryBatch,
} from '@taller/shared/stock/inventory/import-inventory.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { z } from '@taller/shared/values/zod.ts';
import type { ImportKind, DecisionProps } from '@taller/shared/imports/run/import-kind.ts';
import type { Column } from '@taller/shared/ui/table.tsx';
import { itemImportTexts } from '#src/features/import/texts.ts';
import { CatalogStep } from './catalog-words.tsx';
import { itemConverter } from './convert-item.ts';
import { ITEM_FIELDS } from './fields.ts';
import type { ItemImport, ItemRow } from './inventory-import-types.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import styles from './inventory-import.module.css';

/** Whether a row's product exists, in the inventory or in an earlier row. @param outcome of the dry run. */
export function isExisting(row: ItemRow, outcome: string | undefined): boolean {
  return row.repeats || outcome === 'existing' || outcome === 'seen';
}

const texts = itemImportTexts.existing;

/** The choice for rows of existing products; renders nothing if there are none. */
function ExistingChoice({ review, options, onChange }: DecisionProps<ItemImport>) {
  const { fresh, outcomes } = review.check;
  const existing = fresh.filter((row) => isExisting(row, outcomes.get(row.row)));
  if (existing.length === 0) return null;
  const seen = existing.filter((row) => outcomes.get(row.row) === 'seen').length;
  return (
    <div className={styles.choice}>
      <h3 className={styles.title}>{texts.title(existing.length)}</h3>
      <p className={styles.hint}>{texts.hint}</p>
      <div className={styles.select}>
        <Select
          label={texts.label}
          options={EXISTING_CHOICES.map((value) => ({ value, label: texts[value] }))}
          value={options.existing}
          onChange={({ target }) =>
            onChange({ ...options, existing: target.value === 'add' ? 'add' : 'skip' })
          }
        />
      </div>
      {options.existing === 'add' && seen > 0 && <Banner tone="warning">{texts.seen(seen)}</Banner>}
    </div>
  );
}

const PREVIEW_COLUMNS: readonly Column<ItemRow>[] = [
  {
    id: 'model',
    header: itemImportTexts.fields.model,
    width: 10,
    cell: ({ brand, model, code }) => (
      <>
        <span>{`${brand} ${model}`}</span>
        {code !== undefined && <p className={styles.hint}>{formatItemCode(code)}</p>}
      </>
    ),
  },
  { id: 'type', header: itemImportTexts.fields.type, cell: (row) => row.type },
  { id: 'supplier', header: itemImportTexts.fields.supplier, cell: (row) => row.supplier },
  {
    id: 'quantity',
    header: itemImportTexts.fields.quantity,
    kind: 'figure',
    width: 4,
    cell: (row) => formatThousands(row.quantity),
  },
  {
    id: 'price',
    header: itemImportTexts.fields.cost_price,
    kind: 'figure',
    width: 5.75,
    cell: (row) => formatClp(row.cost_price),
  },
];

/** Import of products from a file (INV-01). */
export const inventoryImport: ImportKind<ItemImport> = {
  storageKey: 'taller.inventory-import-choices',
  optionsSchema: z.object({
    types: z.record(z.string(), z.string()),
    suppliers: z.record(z.string(), z.string()),
    existing: z.enum(EXISTING_CHOICES),
  }),
  fields: ITEM_FIELDS,
  guessOptions: () => ({ types: {}, suppliers: {}, existing: 'skip' }),
  converter: ({ mapping, options }) => itemConverter(mapping, options),
  // A write-off at the counter waits for a batch.
  batchSize: 200,
  calls: {
    check: (file, rows, signal) => checkInventoryImport(file.contentKey, rows, signal),
    begin: (file, { existing }, signal) =>
      Promise.resolve((rows) => importInventoryBatch(file, existing, rows, signal)),
    failureOf: dataErrorCode,
    refusedRow,
  },
  verdict: ({ outcome, detail }, row) => {
    if (outcome === 'new' || outcome === 'existing' || outcome === 'seen') return 'fresh';
    if (outcome !== 'code_taken') {
      return outcome === 'imported' || outcome === 'skipped' ? outcome : 'duplicate';
    }
    return {
      code: 'code_taken',
      field: 'code',
      value: row.code === undefined ? '' : formatItemCode(row.code),
      detail: detail ?? '',
    };
  },
  serverProblem: (message) => ({ code: 'server', field: 'model', value: '', detail: message }),
  wanted: (row, outcome, { existing }) => existing === 'add' || !isExisting(row, outcome),
  previewColumns: PREVIEW_COLUMNS,
  Options: CatalogStep,
  Decision: ExistingChoice,
  texts: itemImportTexts,
  seeHref: paths.dashboardInventory.getHref(),
};
