import {
  catalogQuery,
  INVENTORY_SORTS,
  type InventoryRequest,
} from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import type { FilterOn } from '@taller/shared/ui/filter-bar.tsx';
import { FilterSheet } from '@taller/shared/ui/filter-sheet.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { inventoryTexts } from '#src/features/inventory/texts.ts';
import styles from './inventory.module.css';

const { sorts } = inventoryTexts;
const SORTS = INVENTORY_SORTS.flatMap((sort) =>
  [true, false].map((descending) => ({
    value: `${sort} ${descending}`,
    label: sorts[sort][descending ? 'desc' : 'asc'],
    part: { sort, descending },
  })),
);

interface InventoryToolbarProps {
  request: InventoryRequest;
  onChange: (part: Partial<InventoryRequest>) => void;
}

/** Search and filters; on a phone the search with filters and sorting in a sheet (INV-23, UI-20). */
export function InventoryToolbar({ request, onChange }: InventoryToolbarProps) {
  const narrow = useMediaQuery(NARROW);
  const types = useQuery(catalogQuery('component_types')).data ?? [];
  const search = (
    <SearchBox
      label={inventoryTexts.search}
      placeholder={narrow ? inventoryTexts.searchShort : inventoryTexts.search}
      value={request.search}
      onSearch={(text) => onChange({ search: text })}
    />
  );
  const type = (
    <Select
      label={inventoryTexts.type}
      hideLabel={!narrow}
      placeholder={inventoryTexts.allTypes}
      value={request.typeId ?? ''}
      options={types.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange({ typeId: event.target.value || null })}
    />
  );
  const low = (
    <Checkbox
      label={inventoryTexts.onlyLow}
      checked={request.low}
      onChange={(event) => onChange({ low: event.target.checked })}
    />
  );
  if (!narrow)
    return (
      <div className={styles.toolbar}>
        {search}
        {type}
        {low}
      </div>
    );
  const on: FilterOn<InventoryRequest>[] = [];
  if (request.typeId) {
    const name = types.find(({ id }) => id === request.typeId)?.name ?? inventoryTexts.oneType;
    on.push({ label: `${inventoryTexts.type}: ${name}`, off: { typeId: null } });
  }
  if (request.low) on.push({ label: inventoryTexts.onlyLow, off: { low: false } });
  return (
    <div className={styles.toolbar}>
      {search}
      <FilterSheet on={on} onChange={onChange} showLabel={inventoryTexts.showProducts}>
        {type}
        {low}
        <Select
          label={inventoryTexts.sort}
          value={`${request.sort} ${request.descending}`}
          options={SORTS}
          onChange={(event) => {
            const chosen = SORTS.find(({ value }) => value === event.target.value);
            if (chosen) onChange(chosen.part);
          }}
        />
      </FilterSheet>
    </div>
  );
}
