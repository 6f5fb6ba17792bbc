import { paths } from '@taller/shared/contract/paths.ts';
import type { OrderChecklists } from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { PrintOrder, PrintedTerms } from '@taller/shared/orders/print-queries.ts';
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { formatDate, formatDateTime } from '@taller/shared/values/dates.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { taxPart } from '@taller/shared/orders/quote/quote-lines.ts';
import { quoteTexts } from '@taller/shared/orders/quote/quote-texts.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { outcomeWords } from '@taller/shared/orders/warranty/outcome-words.ts';
import { coverOf } from '@taller/shared/orders/warranty/cover-of.ts';
import { warrantyDaysWords, warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { CustomerSignature } from '#src/features/print/customer-signature.tsx';
import { paymentLines } from '#src/features/print/payment-lines.ts';
import { printedLines, QuoteRows } from './quote-rows.tsx';
import { readFacts } from '@taller/shared/runtime';
import { customerDetails, equipmentDetails, LongFields } from '#src/features/print/sheet-fields.tsx';
import {
  AddressCode,
  Facts,
  LongText,
  PromisedFor,
  SheetHead,
  Signature,
  WarrantyOf,
} from '#src/features/print/sheet-parts.tsx';
import { PrintedChecklists } from '#src/features/print/printed-checklists.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import styles from './client-sheet.module.css';
import parts from './sheet-parts.module.css';

const { sheet } = printTexts;

/** The amounts charged, paid and owed. */
export function Payment({ order }: { order: PrintOrder }) {
  const { paymentMethods, taxRate } = readFacts().shop;
  const total = order.total_amount ?? 0;
  return (
    <section className={parts.block}>
      <h2 className={parts.heading}>{sheet.payment}</h2>
      <dl className={classNames(parts.facts, styles.payment)}>
        <QuoteRows lines={printedLines(order)} />
        {paymentLines(order).map(({ label, amount, strong }) => (
          <div key={label} className={strong ? styles.strong : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {total > 0 && taxRate > 0 && (
        <p className={styles.small}>{quoteTexts.tax(taxRate, formatClp(taxPart(total, taxRate)))}</p>
      )}
      {paymentMethods.length > 0 && (
        <p className={styles.small}>
          {sheet.paymentMethods}: {paymentMethods.join(', ')}
        </p>
      )}
    </section>
  );
}

/** The warranty that covers the order: its own, or that of the order that it came back for. */
function warrantyLine(order: PrintOrder): string {
  const { warranty_of: original, warranty_repair: goesOn, warranty } = order;
  const cover = coverOf(order, warranty ?? undefined);
  const own = cover === warranty?.original ? '' : warrantyDaysWords(order);
  if (!own && !(goesOn && original !== null)) return sheet.noWarranty;
  const which = own || sheet.warrantyGoesOn(formatOrderNumber(original ?? 0));
  const ends = warrantyEndWords(cover);
  const until = ends ? sheet.warrantyUntil(which, ends) : which;
  const since = cover.suspended_since;
  return since ? sheet.warrantySuspended(until, formatDate(since)) : until;
}

/** The time of the delivery, with the warranty; renders nothing before. */
export function Delivery({ order }: { order: PrintOrder }) {
  if (!order.delivered_at) return null;
  const { delivered_at: deliveredAt, warranty_days: days } = order;
  return (
    <>
      <Facts
        title={sheet.delivery}
        facts={[
          { term: sheet.delivered, value: formatDateTime(deliveredAt) },
          ...(order.unrepaired_reason ? [{ term: sheet.unrepaired, value: order.unrepaired_reason }] : []),
          { term: sheet.warrantyOutcome, value: outcomeWords(order) },
          {
            term: sheet.warranty,
            value: warrantyLine(order),
          },
        ]}
      />
      {days !== null && !order.unrepaired_reason && <p className={styles.small}>{sheet.warrantyPrevails}</p>}
    </>
  );
}

/** The order's terms of service, with the version that its paper is known by. */
export function Terms({ terms }: { terms: PrintedTerms }) {
  if (terms.items.length === 0) return null;
  return (
    <section className={styles.terms}>
      <h2 className={parts.heading}>{sheet.terms}</h2>
      <ol>
        {terms.items.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <p className={styles.small}>{sheet.termsVersion(terms.version, formatDate(terms.changed_at))}</p>
    </section>
  );
}

export interface ClientSheetProps {
  order: PrintOrder;
  terms: PrintedTerms;
  /** The checklists of the device; absent if nobody filled them in. */
  checklists?: OrderChecklists;
  /** Newest first. */
  signatures?: readonly OrderSignature[];
  /** The code in the address that says whether the paper agrees with the record; null while nobody signed. */
  paperCode?: string | null;
  origin: string;
}

/** The customer's sheet. It contains nothing internal, and never the device code. */
export function ClientSheet({
  order,
  terms,
  checklists,
  signatures = [],
  paperCode = null,
  origin,
}: ClientSheetProps) {
  const statusUrl = origin + paths.publicOrder.getHref(formatOrderNumber(order.order_number));
  return (
    <>
      <SheetHead
        title={sheet.clientTitle}
        orderNumber={order.order_number}
        createdAt={order.created_at}
        withShop
      >
        {order.receptionist_name && (
          <p>
            {sheet.receivedBy}: {order.receptionist_name}
          </p>
        )}
        <PromisedFor order={order} />
        <WarrantyOf order={order} />
      </SheetHead>
      <div className={parts.columns}>
        <Facts title={sheet.customer} facts={customerDetails(order, 'clientSheet')} />
        <Facts title={sheet.equipment} facts={equipmentDetails(order, 'clientSheet')} />
      </div>
      <LongFields order={order} place="clientSheet" />
      {checklists && <PrintedChecklists {...checklists} />}
      <LongText title={sheet.notes} text={order.notes} />
      <div className={parts.columns}>
        <div>
          <Payment order={order} />
          <Delivery order={order} />
        </div>
        <div>
          <AddressCode title={sheet.follow} url={statusUrl} />
          {paperCode && (
            <AddressCode title={sheet.verify} url={origin + paths.verification.getHref(paperCode)} />
          )}
        </div>
      </div>
      <Terms terms={terms} />
      <div className={styles.signatures}>
        <CustomerSignature signatures={signatures} />
        <Signature label={sheet.shopSignature} />
      </div>
    </>
  );
}
