import Plus from 'lucide-react/icons/plus';
import type { Role } from '@taller/shared/access/roles.ts';
import type { OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import {
  ORDER_PAGE_SIZE,
  type OrderListItem,
  type OrderPage,
} from '@taller/shared/orders/order-list-queries.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import type { DataListProps } from '@taller/shared/ui/data-list.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { otherFields } from './search-field.ts';
import { isNarrowed, searchFields } from './use-desk-filter.ts';

const texts = orderTexts.desk;
const NO_FILTER = { search: '', status: null, technicianId: null, view: null, waitReason: null, place: null };

interface DeskStatesOptions {
  role: Role;
  filter: OrderListFilter;
  /** Undefined until it was read. */
  page: OrderPage | undefined;
  onChange: (part: Partial<OrderListFilter>) => void;
  /** Missing for roles that do not create orders. */
  onNewOrder?: () => void;
}

/** The list's pages, and what it says and suggests without orders: another search, all orders, the first order. */
export const deskStates = ({
  role,
  filter,
  page,
  onChange,
  onNewOrder,
}: DeskStatesOptions): Pick<DataListProps<OrderListItem>, 'empty' | 'filtered' | 'pages'> => ({
  pages: {
    label: texts.pages,
    page: filter.page,
    pageSize: ORDER_PAGE_SIZE,
    total: page?.total ?? 0,
    more: page?.isMore ? { shown: page.orders.length } : undefined,
    onPageChange: (next) => onChange({ page: next }),
  },
  empty: filter.view
    ? {
        title: texts.viewEmpty,
        hint: texts.viewEmptyText,
        actions: <Button onClick={() => onChange({ view: null, page: 1 })}>{texts.views.all}</Button>,
      }
    : {
        title: texts.empty,
        hint: texts.emptyText,
        actions: onNewOrder && (
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={onNewOrder}>
            {texts.newOrder}
          </Button>
        ),
      },
  filtered: isNarrowed(filter) && {
    title: texts.noResults,
    hint: texts.noResultsText,
    actions: otherFields(filter.search, filter.field, searchFields(role)).map((field, index) => (
      <Button key={field} variant={index === 0 ? 'primary' : 'secondary'} onClick={() => onChange({ field })}>
        {texts.searchIn(filter.search, texts.fields[field])}
      </Button>
    )),
    onClear: () => onChange(NO_FILTER),
  },
});
