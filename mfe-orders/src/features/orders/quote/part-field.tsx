import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { QuoteLinesForm, QuoteLinesInput } from '@taller/shared/orders/quote/quote-lines-schema.ts';
import { useQuery } from '@taller/shared/query';
import { inventoryListQuery, type InventoryRow } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useSettled } from '@taller/shared/ui/use-settled.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { SuggestBox } from '../suggestions/suggest-box.tsx';
import { linesTexts as texts } from './texts.ts';

const MOST = 8;
/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;
/** Less says nothing of what is meant. */
const LEAST_LETTERS = 2;

const titleOf = ({ component_type_name: type, brand, model }: InventoryRow) => `${type} ${brand} ${model}`;

interface PartFieldProps {
  at: number;
  seesCosts: boolean;
  error: string | undefined;
}

/** A part by free text or from the inventory (QUO-13): a product fills in its price, which can be changed. */
export function PartField({ at, seesCosts, error }: PartFieldProps) {
  const { register, setValue, formState } = useFormContext<QuoteLinesInput, unknown, QuoteLinesForm>();
  /** Empty: the list is closed. */
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const isPaused = useSettled(search, PAUSE_MS) === search;
  const { data } = useQuery({
    ...inventoryListQuery({ search, typeId: null, sort: 'model', descending: false, page: 1, low: false }),
    enabled: isPaused && search.length >= LEAST_LETTERS,
  });
  const found = search.length >= LEAST_LETTERS ? (data?.rows.slice(0, MOST) ?? []) : [];
  const write = { shouldDirty: true, shouldValidate: formState.isSubmitted };
  const name = `lines.${at}` as const;
  const pick = (item: InventoryRow | undefined) => {
    if (!item) return;
    setValue(`${name}.description`, titleOf(item).slice(0, 120), write);
    setValue(`${name}.product_id`, item.id, write);
    setValue(`${name}.price`, item.cost_price, write);
    // The purchase cost; the product's price in the inventory is the customer's (PART-46).
    if (seesCosts) setValue(`${name}.cost`, item.purchase_cost, write);
    setTyped('');
  };
  return (
    <SuggestBox
      text={{ ...register(`${name}.description`), label: texts.description, error }}
      options={found.map(
        (item) =>
          `${titleOf(item)} · ${formatClp(item.cost_price)} · ${texts.inStock(item.quantity - item.reserved)} · #${item.item_number}`,
      )}
      query={search}
      onType={(text) => {
        setTyped(text);
        // Other words are another part.
        setValue(`${name}.product_id`, null, write);
      }}
      onPick={(place) => pick(found[place])}
      onClose={() => setTyped('')}
    />
  );
}
