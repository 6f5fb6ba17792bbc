import { useState } from 'react';
import type { FiledPayment } from '@taller/shared/reports/results-queries.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { addDays, addMonths, formatDateTime, shopDay } from '@taller/shared/values/dates.ts';
import { monthName } from '#src/features/earnings/month-name.ts';
import { resultTexts } from '#src/features/results/texts.ts';
import page from '#src/components/page.module.css';
import { ExportButton } from './export-button.tsx';
import { useReadResult } from './results-context.ts';
import styles from './results.module.css';

const texts = resultTexts.file;
const { columns: names } = texts;

/** Months that can be chosen, the running one first. */
const MONTHS = 24;

const CSV: readonly CsvColumn<FiledPayment>[] = [
  { header: names.at, value: (row) => formatDateTime(row.at) },
  { header: names.kind, value: (row) => texts.kinds[row.kind] },
  { header: names.method, value: (row) => methodLabel(row.method) },
  { header: names.reference, value: (row) => row.reference },
  { header: names.amount, value: (row) => row.amount },
  { header: names.documents, value: (row) => row.documents },
  { header: names.folios, value: (row) => row.folios },
  { header: names.part, value: (row) => texts.parts[row.part] },
  {
    header: names.order,
    value: (row) => (row.order_number === null ? '' : formatOrderNumber(row.order_number)),
  },
  { header: names.total, value: (row) => row.total_amount },
  { header: names.customer, value: (row) => row.customer_name },
  { header: names.rut, value: (row) => row.customer_rut },
  { header: names.by, value: (row) => row.by },
  { header: names.note, value: (row) => row.note },
  { header: names.payment, value: (row) => row.payment },
  { header: names.corrects, value: (row) => row.corrects },
];

/** The payments and refunds of a month as a file for the accountant (REP-31). */
export function FileSection() {
  const [first] = useState(() => `${shopDay(new Date()).slice(0, 8)}01`);
  const [month, setMonth] = useState(first);
  const read = useReadResult();
  const days = { p_from: month, p_to: addDays(addMonths(month, 1), -1) };
  return (
    <Card title={texts.title}>
      <p className={page.text}>
        <span>{texts.text}</span> <Link to={paths.taxMonth.getHref()}>{texts.documents}</Link>
      </p>
      <div className={styles.file}>
        <Select
          label={texts.month}
          value={month}
          options={Array.from({ length: MONTHS }, (_, back) => addMonths(first, -back)).map((value) => ({
            value,
            label: monthName(value.slice(0, 7)),
          }))}
          onChange={(event) => setMonth(event.target.value)}
        />
        <ExportButton
          title={texts.name(month.slice(0, 7))}
          label={texts.save}
          columns={CSV}
          rows={async () => (await read('payment_file', days)).rows}
          none={texts.none}
        />
      </div>
    </Card>
  );
}
