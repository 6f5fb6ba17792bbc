import type { ReactNode } from 'react';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { scheduleLines, tellsHours } from '@taller/shared/config/opening-hours.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { promiseSentence } from '@taller/shared/orders/promises/promise-words.ts';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import { isOpenStatus } from '@taller/shared/orders/status/order-status.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import { ShopLogo } from '@taller/shared/ui/shop-logo.tsx';
import { readFacts } from '@taller/shared/runtime';
import { printTexts } from '#src/features/print/texts.ts';
import styles from './sheet-parts.module.css';

const { sheet } = printTexts;

export interface SheetHeadProps {
  title: string;
  orderNumber: number;
  createdAt: string;
  /** Additional lines under the date, for example who received the device. */
  children?: ReactNode;
  /** The shop's details, on the customer's sheet. */
  withShop: boolean;
}

/** The given details, in one line. */
const joined = (texts: readonly string[], by: string) => texts.filter(Boolean).join(by);

/** Head of a printed sheet: the shop's details and the order. */
export function SheetHead({ title, orderNumber, createdAt, children, withShop }: SheetHeadProps) {
  const { shop, hours } = readFacts();
  const place = joined([shop.address.street, shop.address.city], ', ');
  const contact = joined([formatPhone(shop.phone), shop.rut && `${sheet.rut} ${formatRut(shop.rut)}`], ' · ');
  const schedule = tellsHours(hours)
    ? joined(
        scheduleLines(hours).map((line) => `${line.days} ${line.hours}`),
        ' · ',
      )
    : '';
  return (
    <header className={styles.head}>
      <div className={styles.shop}>
        <ShopLogo size={44} className={styles.mark} keepName>
          <div>
            <p className={styles.shopName}>{shop.fullName}</p>
            {withShop && (
              <>
                <p className={styles.tagline}>{shop.tagline}</p>
                {[place, contact, schedule].map((line) => line && <p key={line}>{line}</p>)}
              </>
            )}
          </div>
        </ShopLogo>
      </div>
      <div className={styles.number}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.bigNumber}>
          <span>{sheet.number}</span> {formatOrderNumber(orderNumber)}
        </p>
        <p>
          {sheet.received}: {formatDateTime(createdAt)}
        </p>
        {children}
      </div>
    </header>
  );
}

/** The promised date, while there is work left in the order (TIME-22). */
export function PromisedFor({ order }: { order: Pick<PrintOrder, 'status' | 'promised_at'> }) {
  const { status, promised_at: at } = order;
  // Paper keeps what was agreed, also once that has passed.
  return at !== null && isOpenStatus(status) && <p className={styles.strong}>{promiseSentence(at)}</p>;
}

/** Says that the device came in under the warranty of another order (WARR-09). */
export function WarrantyOf({ order }: { order: Pick<PrintOrder, 'warranty_of' | 'warranty_repair'> }) {
  if (!order.warranty_repair || order.warranty_of === null) return null;
  return <p className={styles.strong}>{sheet.warrantyRepair(formatOrderNumber(order.warranty_of))}</p>;
}

export interface Fact {
  term: string;
  value: string | null | undefined;
}

/** A titled group of facts; empty ones are omitted. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{title}</h2>
      <dl className={styles.facts}>
        {facts.map(({ term, value }) =>
          value ? (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}

/** A long text with its title and line breaks; it may span pages. An empty one is omitted. */
export function LongText({ title, text }: { title: string; text: string | null }) {
  if (!text?.trim()) return null;
  return (
    <section className={styles.block}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.longText}>{text.trim()}</p>
    </section>
  );
}

/** An address as a code to scan, and in letters. */
export const AddressCode = ({ title, url }: { title: string; url: string }) => (
  <section className={styles.follow}>
    <QrCode text={url} label={url} />
    <div>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.url}>{url.replace(/^https?:\/\//, '')}</p>
    </div>
  </section>
);

/** A signature line. */
export function Signature({ label }: { label: ReactNode }) {
  return <p className={styles.signature}>{label}</p>;
}
