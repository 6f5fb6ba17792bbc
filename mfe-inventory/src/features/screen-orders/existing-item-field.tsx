import { useState } from 'react';
import { inventoryListQuery } from '@taller/shared/data/inventory/inventory-list-query.ts';
import { formatItemCode } from '@taller/shared/domain/item-code.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { useQuery } from '@taller/shared/query';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { es } from '#src/texts/es.ts';

interface ExistingItemFieldProps {
  /** What is looked for at first. */
  search: string;
  /** Id of the chosen item, '' for none. */
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** Finds the item that pieces are added to, by typing or by scanning its label. */
export function ExistingItemField({ search, value, error, onChange }: ExistingItemFieldProps) {
  const [text, setText] = useState(search);
  const found = useQuery(
    inventoryListQuery({
      search: text,
      typeId: null,
      sort: 'model',
      descending: false,
      page: 1,
      low: false,
    }),
  );
  const rows = found.data?.rows ?? [];
  return (
    <>
      <SearchBox
        label={es.receive.find}
        value={text}
        onSearch={(next) => {
          setText(next);
          onChange('');
        }}
      />
      <Select
        label={es.receive.choose}
        placeholder={es.receive.choose}
        value={value}
        error={error}
        hint={found.data && rows.length === 0 ? es.receive.none : undefined}
        options={rows.map((item) => ({
          value: item.id,
          label: `${formatItemCode(item.item_number)} · ${item.brand} ${item.model} · ${es.receive.inStock(formatThousands(item.quantity))}`,
        }))}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
