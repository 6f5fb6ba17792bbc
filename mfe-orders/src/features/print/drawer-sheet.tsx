import type { ReactNode } from 'react';
import { DENOMINATIONS, type CashCount } from '@taller/shared/orders/drawers/count.ts';
import type {
  DrawerEvent,
  DrawerPayment,
  DrawerSheet,
} from '@taller/shared/orders/drawers/drawer-queries.ts';
import { methodLabel, PAYMENT_METHODS } from '@taller/shared/orders/ledger/payment-method.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { readFacts } from '@taller/shared/runtime';
import { formatDateTime, formatShortDay, formatTime, shopDay } from '@taller/shared/values/dates.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import styles from './drawer-sheet.module.css';
import { printTexts } from './texts.ts';

const { drawerSheet: texts } = printTexts;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

interface Figure {
  readonly label: string;
  readonly amount: number | string;
  readonly isSum?: boolean;
}

/** Amounts below each other. */
function Figures({ lines }: { lines: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {lines.map(({ label, amount, isSum }) => (
        <div key={label} className={isSum ? styles.sum : undefined}>
          <dt>{label}</dt>
          <dd>{typeof amount === 'number' ? formatClp(amount) : amount}</dd>
        </div>
      ))}
    </dl>
  );
}

const countLines = (count: Partial<CashCount>): Figure[] =>
  DENOMINATIONS.flatMap((each) => {
    const pieces = count[each] ?? 0;
    return pieces > 0
      ? [
          {
            label: texts.pieces(formatThousands(pieces), formatClp(Number(each))),
            amount: pieces * Number(each),
          },
        ]
      : [];
  });

const sumOf = (rows: readonly { amount: number | null }[]) =>
  rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** Payments and refunds by method. */
const takings = (payments: readonly DrawerPayment[]): Figure[] =>
  PAYMENT_METHODS.flatMap((method) => {
    const own = payments.filter((payment) => payment.method === method);
    return own.length === 0
      ? []
      : [{ label: texts.ofMethod(methodLabel(method), own.length), amount: sumOf(own) }];
  });

/** The lines that add up to the expected cash, with the opening amount apart from the received payments. */
function cashLines({ opening_amount: opening, events, payments, ...sheet }: DrawerSheet): Figure[] {
  const moved = (kind: DrawerEvent['kind']) => sumOf(events.filter((event) => event.kind === kind));
  const cash = payments && sumOf(payments.filter(({ method }) => method === 'cash'));
  const { expected_amount: expected, counted_amount: counted } = sheet;
  return [
    { label: texts.opening, amount: opening },
    ...(cash === null ? [] : [{ label: texts.cash, amount: cash }]),
    { label: texts.deposits, amount: moved('deposit') },
    { label: texts.withdrawals, amount: -moved('withdrawal') },
    { label: texts.expected, amount: expected ?? texts.afterCount, isSum: true },
    ...(counted === null || expected === null
      ? []
      : [
          { label: texts.counted, amount: counted },
          { label: texts.difference, amount: counted - expected, isSum: true },
        ]),
  ];
}

const eventWords = ({ kind, amount, expected, reason }: DrawerEvent) =>
  [
    amount === null ? texts.events[kind] : `${texts.events[kind]} ${formatClp(amount)}`,
    expected !== null && expected !== amount && texts.expectedWas(formatClp(expected)),
    reason,
  ]
    .filter(Boolean)
    .join(' · ');

/** A day and hour in one piece: it would break at its hyphens. */
const Moment = ({ at }: { at: Date | string }) => <span className={styles.moment}>{formatDateTime(at)}</span>;

interface DrawerSheetContentProps {
  sheet: DrawerSheet;
  now: Date;
}

/** The heading: shop, drawer, times and people. */
function SheetHead({ sheet, now }: DrawerSheetContentProps) {
  const { opened_by: opener, opened_at: opened, closed_by: closer, closed_at: closed } = sheet;
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>{texts.title(sheet.till)}</h1>
        <p>
          <span>{texts.opened(opener)}</span> <Moment at={opened} />
        </p>
        {closed && closer ? (
          <p>
            <span>{texts.closed(closer)}</span> <Moment at={closed} />
          </p>
        ) : (
          <p>{texts.isOpen}</p>
        )}
      </div>
      <div>
        <p className={styles.strong}>{readFacts().shop.fullName}</p>
        <p>
          <span>{texts.printed}</span> <Moment at={now} />
        </p>
      </div>
    </header>
  );
}

/** The day's sheet of a cash drawer (PAY-26). */
export function DrawerSheetContent({ sheet, now }: DrawerSheetContentProps) {
  const { payments } = sheet;
  const opened = shopDay(sheet.opened_at);
  /** A time, with its day if that is not the opening's: after midnight, or opened again. */
  const timeOf = (at: string) =>
    shopDay(at) === opened ? formatTime(at) : `${formatTime(at)} ${formatShortDay(shopDay(at), opened)}`;
  return (
    <>
      <SheetHead sheet={sheet} now={now} />
      <Part title={texts.cashTitle}>
        <Figures lines={cashLines(sheet)} />
        {sheet.reason && <p>{texts.reason(sheet.reason)}</p>}
      </Part>
      {payments && payments.length > 0 && (
        <Part title={texts.takings}>
          <Figures
            lines={[...takings(payments), { label: texts.total, amount: sumOf(payments), isSum: true }]}
          />
        </Part>
      )}
      <Part title={texts.openingCount}>
        <Figures lines={countLines(sheet.opening)} />
      </Part>
      {sheet.counted && (
        <Part title={texts.closingCount}>
          <Figures lines={countLines(sheet.counted)} />
        </Part>
      )}
      <Part title={texts.who}>
        <ul className={styles.list}>
          {sheet.events.map((event) => (
            <li key={event.id}>
              <span>{timeOf(event.created_at)}</span>
              <span>{eventWords(event)}</span>
              <span>{event.created_by}</span>
            </li>
          ))}
        </ul>
      </Part>
      {payments && payments.length > 0 && (
        <Part title={texts.payments(payments.length)}>
          <ul className={styles.list}>
            {payments.map((payment) => (
              <li key={payment.id}>
                <span>{timeOf(payment.created_at)}</span>
                <span>
                  {texts.payment(
                    methodLabel(payment.method),
                    payment.orders.map(formatOrderNumber).join(', '),
                    payment.corrects,
                  )}{' '}
                  <strong>{formatClp(payment.amount)}</strong>
                </span>
                <span>{payment.created_by}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
