import { paths } from '@taller/shared/contract/paths.ts';
import type { OrderChecklists } from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { PrintOrder, PrintedTerms } from '@taller/shared/orders/print-queries.ts';
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { balanceOf } from '@taller/shared/orders/payments.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { Delivery, Payment, Terms } from '#src/features/print/client-sheet.tsx';
import { CustomerSignature } from '#src/features/print/customer-signature.tsx';
import { PrintedChecklists } from '#src/features/print/printed-checklists.tsx';
import { customerDetails, equipmentDetails, LongFields } from '#src/features/print/sheet-fields.tsx';
import {
  AddressCode,
  Facts,
  PromisedFor,
  SheetHead,
  Signature,
  WarrantyOf,
} from '#src/features/print/sheet-parts.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import clientStyles from './client-sheet.module.css';
import parts from './sheet-parts.module.css';
import styles from './visit-sheet.module.css';

const { sheet, visit: texts } = printTexts;

/** An order with the terms that it is printed with. */
export interface PrintedOrder {
  order: PrintOrder;
  terms: PrintedTerms;
  checklists?: OrderChecklists;
  /** Newest first. */
  signatures?: readonly OrderSignature[];
  /** The code in the address that says whether the paper agrees with the record; null while nobody signed. */
  paperCode?: string | null;
}

const byNewest = (one: OrderSignature, other: OrderSignature) => other.signed_at.localeCompare(one.signed_at);

interface VisitSheetProps {
  /** The orders of the visit, by number; at least one. */
  orders: readonly [PrintedOrder, ...PrintedOrder[]];
  origin: string;
}

/** One slip for the devices that a customer brought together (REC-06): one head, each device, one signature. */
export function VisitSheet({ orders, origin }: VisitSheetProps) {
  const [{ order: first }] = orders;
  const versions = orders.filter(
    ({ terms }, at) => orders.findIndex((other) => other.terms.version === terms.version) === at,
  );
  const balance = orders.reduce((sum, { order }) => sum + balanceOf(order), 0);
  return (
    <>
      <SheetHead
        title={texts.title(orders.length)}
        orderNumber={first.order_number}
        createdAt={first.created_at}
        withShop
      >
        {first.receptionist_name && (
          <p>
            {sheet.receivedBy}: {first.receptionist_name}
          </p>
        )}
      </SheetHead>
      <Facts title={sheet.customer} facts={customerDetails(first, 'clientSheet')} />
      {orders.map(({ order, checklists, paperCode = null }) => (
        <Device key={order.id} order={order} checklists={checklists} paperCode={paperCode} origin={origin} />
      ))}
      <Facts title={texts.all} facts={[{ term: sheet.balance, value: formatClp(balance) }]} />
      {versions.map(({ terms }) => (
        <Terms key={terms.version} terms={terms} />
      ))}
      <div className={clientStyles.signatures}>
        <CustomerSignature
          signatures={orders.flatMap(({ signatures = [] }) => signatures).toSorted(byNewest)}
        />
        <Signature label={sheet.shopSignature} />
      </div>
    </>
  );
}

interface DeviceProps {
  order: PrintOrder;
  checklists: OrderChecklists | undefined;
  paperCode: string | null;
  origin: string;
}

/** A device of the visit, under the number of its order. */
function Device({ order, checklists, paperCode, origin }: DeviceProps) {
  const number = formatOrderNumber(order.order_number);
  const statusUrl = origin + paths.publicOrder.getHref(number);
  return (
    <section className={styles.device}>
      <h2 className={styles.number}>{printTexts.order(number)}</h2>
      <PromisedFor order={order} />
      <WarrantyOf order={order} />
      <div className={parts.columns}>
        <Facts title={sheet.equipment} facts={equipmentDetails(order, 'clientSheet')} />
        <div>
          <Payment order={order} />
          <Delivery order={order} />
        </div>
      </div>
      <LongFields order={order} place="clientSheet" />
      {checklists && <PrintedChecklists {...checklists} />}
      <p className={parts.url}>
        <span>{sheet.follow}: </span>
        <span>{statusUrl.replace(/^https?:\/\//, '')}</span>
      </p>
      {paperCode && <AddressCode title={sheet.verify} url={origin + paths.verification.getHref(paperCode)} />}
    </section>
  );
}
