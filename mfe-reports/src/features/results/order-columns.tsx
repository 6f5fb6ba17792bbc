import { paths } from '@taller/shared/contract/paths.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Link } from '@taller/shared/runtime';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { resultTexts } from '#src/features/results/texts.ts';

interface Listed {
  id: string;
  order_number: number;
  customer_name: string;
}

/** First columns of every list of orders: the number, which opens the order, its customer and a day. */
export const orderColumns = <Row extends Listed>(dayOf: (row: Row) => string): readonly Column<Row>[] => [
  {
    id: 'order_number',
    header: resultTexts.number,
    kind: 'fact',
    width: 5,
    cell: (row) => <Link to={paths.orderView.getHref(row.id)}>{formatOrderNumber(row.order_number)}</Link>,
  },
  { id: 'customer', header: resultTexts.customer, plain: true, cell: (row) => row.customer_name },
  { id: 'day', header: resultTexts.day, kind: 'fact', width: 6, cell: (row) => formatDate(dayOf(row)) },
];
