import { useQuery } from '@taller/shared/query';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { PART_WORKS, type PartsRequest } from '@taller/shared/stock/parts/part-queries.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import styles from './parts.module.css';
import { partsTexts as texts } from './texts.ts';

interface PartsToolbarProps {
  request: PartsRequest;
  onChange: (part: Partial<PartsRequest>) => void;
}

/** The filters by step and supplier. */
export function PartsToolbar({ request, onChange }: PartsToolbarProps) {
  const suppliers = useQuery(catalogQuery('suppliers')).data ?? [];
  return (
    <div className={styles.filters}>
      <Select
        label={texts.work}
        value={request.work}
        options={PART_WORKS.map((work) => ({ value: work, label: texts.works[work] }))}
        onChange={({ target }) =>
          onChange({ work: PART_WORKS.find((work) => work === target.value) ?? 'all' })
        }
      />
      <Select
        label={texts.supplier}
        placeholder={texts.allSuppliers}
        value={request.supplierId ?? ''}
        options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => onChange({ supplierId: target.value || null })}
      />
    </div>
  );
}
