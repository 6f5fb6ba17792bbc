import { useState } from 'react';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { methodLabel } from '@taller/shared/orders/ledger/payment-method.ts';
import {
  statementQuery,
  type Statement,
  type StatementLine,
} from '@taller/shared/orders/customers/statement-query.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { readFacts, useParams, useSearchParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { PrintLoading } from './print-problem.tsx';
import { SheetPages } from './sheet-pages.tsx';
import styles from './statement.module.css';
import { printTexts } from './texts.ts';

const { statement: texts } = printTexts;

/** Name of the month in the address, `yyyy-mm`. */
const MONTH_PARAMETER = 'mes';

/** /print-statement/:id?mes=2026-11: the statement of the customer of an account or an order (CARD-08). */
export function PrintStatementPage() {
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const [thisMonth] = useState(() => shopDay(new Date()).slice(0, 7));
  const asked = params.get(MONTH_PARAMETER) ?? '';
  const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(asked) && asked <= thisMonth ? asked : thisMonth;
  const { data, error, refetch } = useQuery(statementQuery(id, month));
  if (error)
    return (
      <ErrorState
        as="h1"
        error={error}
        message={failureText(error, texts.failed, ['not-found', 'invalid'])}
        onRetry={dataErrorCode(error) === 'not-found' ? undefined : () => void refetch()}
      />
    );
  return (
    <>
      <div className={styles.month}>
        <TextField
          label={texts.month}
          type="month"
          max={thisMonth}
          value={month}
          onChange={({ target }) => setParams({ [MONTH_PARAMETER]: target.value }, { replace: true })}
        />
      </div>
      {data ? (
        <SheetPages
          key={month}
          copies={1}
          format="a4"
          reads
          sheets={[{ orderNumber: null, content: <StatementSheet statement={data} /> }]}
        />
      ) : (
        <PrintLoading />
      )}
    </>
  );
}

/** The statement on paper: what was owed, what came and went, what is owed. */
export function StatementSheet({ statement }: { statement: Statement }) {
  const { shop } = readFacts();
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{texts.title}</h1>
          <p>{texts.monthName(statement.month)}</p>
        </div>
        <p className={styles.strong}>{shop.fullName}</p>
      </header>
      <div className={styles.who}>
        <p className={styles.strong}>{statement.name}</p>
        <p>{formatRut(statement.rut)}</p>
        {statement.business_activity && <p>{statement.business_activity}</p>}
      </div>
      <ul className={styles.table} aria-label={texts.title}>
        <Row cells={[texts.day, texts.what, texts.charge, texts.paid]} strong />
        <Row cells={['', texts.opening, '', formatClp(statement.opening)]} />
        {statement.lines.map((line) => (
          <Row
            key={line.kind + line.at + (line.kind === 'order' ? line.order_id : line.orders.join())}
            cells={[
              formatDate(line.at),
              lineText(line),
              line.kind === 'order' ? formatClp(line.amount) : '',
              line.kind === 'payment' ? formatClp(line.amount) : '',
            ]}
          />
        ))}
        <Row cells={['', texts.sums, formatClp(statement.delivered), formatClp(statement.paid)]} />
        <Row
          strong
          cells={[
            '',
            statement.closing < 0 ? texts.credit : texts.closing,
            '',
            formatClp(Math.abs(statement.closing)),
          ]}
        />
      </ul>
    </>
  );
}

interface RowProps {
  /** Day, what, charge, payment. */
  cells: readonly [string, string, string, string];
  strong?: boolean;
}

const Row = ({ cells: [day, what, charge, paid], strong = false }: RowProps) => (
  <li className={strong ? `${styles.row} ${styles.strong}` : styles.row}>
    <span>{day}</span>
    <span>{what}</span>
    <span className={styles.figure}>{charge}</span>
    <span className={styles.figure}>{paid}</span>
  </li>
);

function lineText(line: StatementLine): string {
  if (line.kind === 'order')
    return [texts.order(formatOrderNumber(line.order_number)), deviceText(line), line.reference, line.contact]
      .filter(Boolean)
      .join(' · ');
  return [
    line.amount < 0 ? texts.refund : texts.payment,
    methodLabel(line.method),
    line.reference,
    line.orders.map((number) => `#${formatOrderNumber(number)}`).join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}
