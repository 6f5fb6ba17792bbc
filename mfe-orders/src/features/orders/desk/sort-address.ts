import {
  isSameSort,
  NEWEST_FIRST,
  ORDER_SORT_COLUMNS,
  type OrderSort,
  type OrderSortColumn,
} from '@taller/shared/orders/order-sort.ts';
import type { AddressField } from '@taller/shared/values/address-state.ts';

/** The columns in the URL. */
const WORDS: Readonly<Record<OrderSortColumn, string>> = {
  created: 'fecha',
  customer: 'cliente',
  device: 'equipo',
  status: 'estado',
  price: 'precio',
  changed: 'cambio',
};

const write = ({ column, direction }: OrderSort) => `${WORDS[column]}-${direction}`;
const SORTS = ORDER_SORT_COLUMNS.flatMap((column) => [
  { column, direction: 'asc' as const },
  { column, direction: 'desc' as const },
]);

/** `orden=precio-desc` (ORD-75); the newest first is the plain URL. */
export const sortField: AddressField<OrderSort | null> = {
  name: 'orden',
  read: (text) => SORTS.find((sort) => !isSameSort(sort, NEWEST_FIRST) && write(sort) === text) ?? null,
  write: (sort) => (sort && !isSameSort(sort, NEWEST_FIRST) ? write(sort) : null),
};
