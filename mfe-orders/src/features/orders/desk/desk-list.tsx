import type { OrderListFilter } from '@taller/shared/orders/order-list-query.ts';
import type { CurrentUser } from '@taller/shared/runtime';
import { ListHeadings } from './list-headings.tsx';
import { OrderList, type OrderListProps } from './order-list.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { useSelection } from '../bulk/use-selection.ts';

interface DeskListProps extends Omit<OrderListProps, 'listKey' | 'byChange' | 'role' | 'selection'> {
  user: CurrentUser;
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/** The list below its headings, which sort it (ORD-75), or the bar of the selected orders in their place (ORD-78). */
export function DeskList({ user, filter, onChange, ...list }: DeskListProps) {
  const selection = useSelection(list.orders);
  return (
    <>
      <SelectionBar selection={selection} user={user} />
      {selection.selected.size === 0 && (
        <ListHeadings sort={filter.sort} onSort={(sort) => onChange({ sort })} />
      )}
      <OrderList
        {...list}
        role={user.role}
        selection={selection}
        listKey={JSON.stringify(filter)}
        byChange={filter.sort?.column === 'changed'}
      />
    </>
  );
}
