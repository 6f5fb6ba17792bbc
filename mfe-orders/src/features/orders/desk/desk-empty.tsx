import { Plus, SearchX } from 'lucide-react';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { esOrders } from '#src/texts/es-orders.ts';

const texts = esOrders.desk;

interface DeskEmptyProps {
  page: number;
  isFiltered: boolean;
  onFirstPage: () => void;
  onClear: () => void;
  /** Missing for those who take in no orders. */
  onNewOrder?: () => void;
}

/** An empty list, and what to do about it: another search, the first page, the first order. */
export function DeskEmpty({ page, isFiltered, onFirstPage, onClear, onNewOrder }: DeskEmptyProps) {
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
        actions={<Button onClick={onClear}>{texts.clearFilters}</Button>}
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
