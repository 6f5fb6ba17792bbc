import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import type { OrderListFilter, OrderSearchField } from '@taller/shared/orders/order-filter.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { listTexts } from '@taller/shared/ui/list-texts.ts';
import { PastEnd } from '@taller/shared/ui/past-end.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { isNarrowed } from './use-desk-filter.ts';

const texts = orderTexts.desk;
const NO_FILTER = { search: '', status: null, technicianId: null, view: null, waitReason: null };

interface DeskEmptyProps {
  filter: OrderListFilter;
  isFiltered: boolean;
  /** Other fields in which the search text may be found. */
  elsewhere: readonly OrderSearchField[];
  onChange: (part: Partial<OrderListFilter>) => void;
  /** Missing for roles that do not create orders. */
  onNewOrder?: () => void;
}

/** An empty list with suggestions: another search, the first page, the first order. */
export function DeskEmpty({ filter, isFiltered, elsewhere, onChange, onNewOrder }: DeskEmptyProps) {
  if (filter.page > 1) return <PastEnd onFirstPage={() => onChange({ page: 1 })} />;
  if (filter.view && !isNarrowed(filter))
    return (
      <EmptyState
        title={texts.viewEmpty}
        actions={<Button onClick={() => onChange({ view: null, page: 1 })}>{texts.views.all}</Button>}
      >
        {texts.viewEmptyText}
      </EmptyState>
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
                onClick={() => onChange({ field })}
              >
                {texts.searchIn(filter.search, texts.fields[field])}
              </Button>
            ))}
            <Button onClick={() => onChange(NO_FILTER)}>{listTexts.clearFilters}</Button>
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
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onNewOrder}>
            {texts.newOrder}
          </Button>
        )
      }
    >
      {texts.emptyText}
    </EmptyState>
  );
}
