import type { OrderListFilter } from '@taller/shared/orders/order-list-query.ts';
import { ListHeadings } from './list-headings.tsx';
import { OrderList, type OrderListProps } from './order-list.tsx';

interface DeskListProps extends Omit<OrderListProps, 'listKey' | 'byChange'> {
  filter: OrderListFilter;
  onChange: (part: Partial<OrderListFilter>) => void;
}

/** The list below its headings, which sort it (ORD-75). */
export function DeskList({ filter, onChange, ...list }: DeskListProps) {
  return (
    <>
      <ListHeadings sort={filter.sort} onSort={(sort) => onChange({ sort })} />
      <OrderList {...list} listKey={JSON.stringify(filter)} byChange={filter.sort?.column === 'changed'} />
    </>
  );
}
