import { useState } from 'react';
import { REPORT_PAGE_SIZE } from '@taller/shared/reports/report-orders-query.ts';
import type { BalanceOrder } from '@taller/shared/reports/results-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import { commonTexts } from '#src/components/texts.ts';
import page from '#src/components/page.module.css';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { ExportButton } from './export-button.tsx';
import { orderColumns } from './order-columns.tsx';
import { useResult } from './results-context.ts';
import styles from './results.module.css';
import { useReadAll } from './use-read-all.ts';

const texts = resultTexts.balances;
const labelOf = (age: string) => texts.labels[age] ?? age;

interface Age {
  age: string;
  orders: number;
  amount: number;
}

const AGES: readonly Column<Age>[] = [
  { id: 'age', header: texts.age, width: 8, cell: ({ age }) => labelOf(age) },
  {
    id: 'orders',
    header: resultTexts.orders,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.orders),
  },
  { id: 'amount', header: resultTexts.amount, kind: 'figure', cell: (row) => formatClp(row.amount) },
];

const COLUMNS: readonly Column<BalanceOrder>[] = [
  ...orderColumns<BalanceOrder>((row) => row.day),
  { id: 'amount', header: resultTexts.amount, kind: 'figure', cell: (row) => formatClp(row.amount) },
];

const CSV: readonly CsvColumn<BalanceOrder>[] = [
  { header: resultTexts.number, value: (row) => formatOrderNumber(row.order_number) },
  { header: resultTexts.customer, value: (row) => row.customer_name },
  { header: resultTexts.day, value: (row) => formatDate(row.day) },
  { header: resultTexts.amount, value: (row) => row.amount },
];

/** Outstanding balances of delivered orders by age, and refunds due, with their orders (REP-30). */
export function BalancesSection() {
  const [part, setPart] = useState('');
  const [at, setPage] = useState(1);
  const request = part === '' ? {} : { p_part: part };
  const query = useResult('balances', {
    ...request,
    p_offset: (at - 1) * REPORT_PAGE_SIZE,
    p_limit: REPORT_PAGE_SIZE,
  });
  const readAll = useReadAll();
  const name = part === '' ? texts.all : labelOf(part);
  return (
    <div className={page.page}>
      <SectionFrame query={query} message={resultTexts.loadFailed} skeleton={<ReportSkeleton block="rows" />}>
        {({ ages, refund }) => (
          <Card title={texts.ages}>
            <p className={page.text}>{texts.text}</p>
            <Table
              label={texts.ages}
              columns={AGES}
              rows={[...ages, { age: 'refund', ...refund }]}
              rowKey={(row) => row.age}
            />
            <p className={classNames(page.text, styles.below)}>{texts.refundText}</p>
          </Card>
        )}
      </SectionFrame>
      <Card
        title={texts.list}
        actions={
          <ExportButton title={`Saldos ${name}`} columns={CSV} rows={() => readAll('balances', request)} />
        }
      >
        <div className={page.page}>
          <Select
            label={texts.show}
            value={part}
            options={[
              { value: '', label: texts.all },
              ...Object.entries(texts.labels).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(event) => {
              setPart(event.target.value);
              setPage(1);
            }}
          />
          <DataTable
            label={name}
            columns={COLUMNS}
            query={query}
            rows={query.data?.rows}
            rowKey={(row) => row.id}
            loadFailed={resultTexts.loadFailed}
            skeleton={{ rows: 8, label: commonTexts.loading }}
            empty={{ title: part === 'refund' ? texts.noRefund : texts.none }}
            pages={{
              label: resultTexts.pages,
              page: at,
              pageSize: REPORT_PAGE_SIZE,
              total: query.data?.total_count ?? 0,
              onPageChange: setPage,
            }}
          />
        </div>
      </Card>
    </div>
  );
}
