import { Plus, SearchX } from 'lucide-react';
import type { OrderSearchField } from '@taller/shared/orders/order-list-query.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

const texts = orderTexts.desk;

interface DeskEmptyProps {
  page: number;
  isFiltered: boolean;
  /** The search text, and other fields in which it may be found. */
  search: string;
  elsewhere: readonly OrderSearchField[];
  onField: (field: OrderSearchField) => void;
  onFirstPage: () => void;
  onClear: () => void;
  /** Missing for roles that do not create orders. */
  onNewOrder?: () => void;
}

/** An empty list with suggestions: another search, the first page, the first order. */
export function DeskEmpty({
  page,
  isFiltered,
  search,
  elsewhere,
  onField,
  onFirstPage,
  onClear,
  onNewOrder,
}: DeskEmptyProps) {
  if (page > 1)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={texts.pageEmpty}
        actions={<Button onClick={onFirstPage}>{texts.firstPage}</Button>}
      />
    );
  if (isFiltered)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={texts.noResults}
        actions={
          <>
            {elsewhere.map((field, index) => (
              <Button
                key={field}
                variant={index === 0 ? 'primary' : 'secondary'}
                onClick={() => onField(field)}
              >
                {texts.searchIn(search, texts.fields[field])}
              </Button>
            ))}
            <Button onClick={onClear}>{texts.clearFilters}</Button>
          </>
        }
      >
        {texts.noResultsText}
      </EmptyState>
    );
  return (
    <EmptyState
      title={texts.empty}
      actions={
        onNewOrder && (
          <Button variant="accent" icon={<Plus aria-hidden="true" />} onClick={onNewOrder}>
            {texts.newOrder}
          </Button>
        )
      }
    >
      {texts.emptyText}
    </EmptyState>
  );
}
