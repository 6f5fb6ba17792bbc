import { paths } from '@taller/shared/contract/paths.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { documentName } from '@taller/shared/orders/tax/tax-document.ts';
import { useQuery } from '@taller/shared/query';
import {
  TAX_PAGE_SIZE,
  taxDocumentsQuery,
  undocumentedQuery,
  type MonthDocument,
  type UndocumentedPayment,
} from '@taller/shared/orders/tax/tax-month-queries.ts';
import { Link } from '@taller/shared/runtime';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { taxMonthTexts as texts } from './texts.ts';

interface MonthListProps {
  month: string;
  page: number;
  onPage: (page: number) => void;
}

const numbers = (orders: readonly number[]) => orders.map(formatOrderNumber).join(', ');

/** A full page may have others after it: the list is not counted. */
const pagesOf = (rows: readonly unknown[] | undefined, { page, onPage }: MonthListProps) => {
  const shown = rows?.length ?? 0;
  return {
    label: texts.pages,
    page,
    pageSize: TAX_PAGE_SIZE,
    total: (page - 1) * TAX_PAGE_SIZE + shown,
    more: shown === TAX_PAGE_SIZE ? { shown } : undefined,
    onPageChange: onPage,
  };
};

const DOCUMENT_COLUMNS: readonly Column<MonthDocument>[] = [
  { id: 'date', header: texts.date, kind: 'fact', width: 6, cell: (row) => formatDate(row.issued_on) },
  { id: 'kind', header: texts.kind, width: 11, cell: documentName },
  {
    id: 'receiver',
    header: texts.receiver,
    width: 11,
    priority: 'low',
    cell: (row) =>
      row.rut
        ? `${row.business_name ?? ''} ${formatRut(row.rut)}`
        : row.cancels
          ? texts.cancels(row.cancels)
          : '—',
  },
  { id: 'orders', header: texts.orders, width: 7, priority: 'low', cell: (row) => numbers(row.orders) },
  {
    id: 'state',
    header: texts.state,
    width: 9,
    cell: (row) => [texts.states[row.state], row.answer].filter(Boolean).join(': '),
  },
  { id: 'net', header: texts.net, kind: 'figure', width: 6, cell: (row) => formatClp(row.net) },
  { id: 'tax', header: texts.tax, kind: 'figure', width: 6, cell: (row) => formatClp(row.tax) },
  { id: 'total', header: texts.total, kind: 'figure', width: 6, cell: (row) => formatClp(row.total) },
];

/** The documents of a month, by day (TAX-11). */
export function DocumentTable(props: MonthListProps) {
  const query = useQuery(taxDocumentsQuery(props.month, props.page));
  return (
    <DataTable
      label={texts.documents}
      columns={DOCUMENT_COLUMNS}
      query={query}
      rows={query.data}
      rowKey={({ id }) => id}
      loadFailed={texts.loadFailed}
      empty={{ title: texts.noDocuments, hint: texts.noDocumentsHint }}
      pages={pagesOf(query.data, props)}
    />
  );
}

const MISSING_COLUMNS: readonly Column<UndocumentedPayment>[] = [
  { id: 'date', header: texts.date, kind: 'fact', width: 6, cell: (row) => formatDate(row.created_at) },
  {
    id: 'orders',
    header: texts.orders,
    width: 9,
    cell: (row) =>
      row.order_id ? <Link to={paths.orderView.getHref(row.order_id)}>{numbers(row.orders)}</Link> : '—',
  },
  { id: 'method', header: texts.method, width: 8, cell: (row) => methodLabel(row.method) },
  { id: 'amount', header: texts.amount, kind: 'figure', width: 6, cell: (row) => formatClp(row.amount) },
  {
    id: 'missing',
    header: texts.lacks,
    kind: 'figure',
    width: 8,
    cell: (row) => (row.missing < 0 ? texts.credit(formatClp(-row.missing)) : formatClp(row.missing)),
  },
];

/** The payments of a month without a document, and refunds without their nota de crédito (TAX-11). */
export function MissingTable(props: MonthListProps) {
  const query = useQuery(undocumentedQuery(props.month, props.page));
  return (
    <DataTable
      label={texts.missing}
      columns={MISSING_COLUMNS}
      query={query}
      rows={query.data}
      rowKey={({ id }) => id}
      loadFailed={texts.loadFailed}
      empty={{ title: texts.noMissing, hint: texts.complete }}
      pages={pagesOf(query.data, props)}
    />
  );
}
