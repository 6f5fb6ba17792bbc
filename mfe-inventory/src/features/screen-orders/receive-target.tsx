import { useState } from 'react';
import { inventoryListQuery, type ItemChoice } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { receiveTexts } from '#src/features/screen-orders/texts.ts';

/** Selected instead of an item. */
export const NEW_ITEM = 'new';
/** Few enough to scan at a glance. */
const MOST_SHOWN = 8;

interface ReceiveTargetProps {
  /** Suggestions while the search is empty, best first. */
  suggestions: readonly ItemChoice[];
  /** Id of the selected item, {@link NEW_ITEM}, or '' for none. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Target of the received items: a suggested item, one that is searched or scanned, or a new one. */
export function ReceiveTarget({ suggestions, value, error, onChange }: ReceiveTargetProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ItemChoice | null>(null);
  const found = useQuery({
    ...inventoryListQuery({
      search: text,
      typeId: null,
      sort: 'model',
      descending: false,
      page: 1,
      low: false,
    }),
    enabled: text !== '',
  });
  const items: readonly ItemChoice[] = text === '' ? suggestions : (found.data?.rows ?? []);
  const none = text !== '' && found.data && items.length === 0;
  const shown = items.slice(0, MOST_SHOWN);
  // Selected while the search was loading, whose results differ: it stays selected and visible.
  if (chosen && chosen.id === value && !shown.some(({ id }) => id === value)) shown.unshift(chosen);
  return (
    <>
      {/* Key events bubble up from the search box. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        // A scanner ends with Enter, which must not submit the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      >
        <SearchBox
          label={receiveTexts.find}
          value={text}
          onSearch={setText}
          // Scanning another item must deselect the previous one.
          onType={() => {
            if (value !== NEW_ITEM) onChange('');
          }}
        />
      </div>
      {none && <p role="status">{receiveTexts.none}</p>}
      <RadioList
        label={receiveTexts.target}
        value={value}
        error={error}
        options={[
          ...shown.map((item) => ({
            value: item.id,
            label: `${item.brand} ${item.model}`,
            detail: [
              formatItemCode(item.item_number),
              item.component_type_name,
              item.supplier_name,
              receiveTexts.inStock(formatThousands(item.quantity)),
            ].join(' · '),
          })),
          { value: NEW_ITEM, label: receiveTexts.fresh },
        ]}
        onChange={(next) => {
          setChosen(shown.find(({ id }) => id === next) ?? null);
          onChange(next);
        }}
      />
    </>
  );
}
