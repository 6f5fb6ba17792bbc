import { formatClp } from '@taller/shared/domain/money.ts';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { es } from '#src/texts/es.ts';
import styles from './earnings-card.module.css';

interface Month {
  /** `yyyy-mm` */
  month: string;
  amount: number;
  previous: number;
}

const monthName = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const COLUMNS: readonly Column<Month>[] = [
  {
    id: 'month',
    header: es.earnings.month,
    cell: (row) => monthName.format(new Date(`${row.month}-01T00:00:00Z`)),
  },
  { id: 'amount', header: es.earnings.amount, align: 'end', cell: (row) => formatClp(row.amount) },
  { id: 'previous', header: es.earnings.previous, align: 'end', cell: (row) => formatClp(row.previous) },
];

/** Twelve months of earnings beside the same months of the year before. */
export function MonthsTable({ months }: { months: Month[] }) {
  return (
    <div className={styles.months}>
      <h3>{es.earnings.months}</h3>
      <p className={styles.text}>{es.earnings.monthsExplanation}</p>
      <Table
        label={es.earnings.months}
        columns={COLUMNS}
        rows={months.toReversed()}
        rowKey={(row) => row.month}
      />
    </div>
  );
}
