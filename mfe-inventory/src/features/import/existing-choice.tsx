import { EXISTING_CHOICES } from '@taller/shared/stock/inventory/import-inventory.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import type { DecisionProps } from '@taller/shared/imports/run/import-kind.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { itemImportTexts } from '#src/features/import/texts.ts';
import styles from './existing-choice.module.css';
import type { ItemImport } from './inventory-import-types.ts';
import { isExisting } from './is-existing.ts';

const texts = itemImportTexts.existing;

/** How rows of existing products are handled. Empty if there are none. */
export function ExistingChoice({ review, options, onChange }: DecisionProps<ItemImport>) {
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
