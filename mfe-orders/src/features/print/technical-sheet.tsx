import { paths } from '@taller/shared/contract/paths.ts';
import type { Accessory } from '@taller/shared/orders/checklists/checklist.ts';
import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import type { DeviceCode } from '@taller/shared/orders/device-codes/device-code.ts';
import { PASSWORD_TYPE_LABELS } from '@taller/shared/orders/equipment.ts';
import { isOrderStatus, LIST_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { ORDER_FIELDS } from '@taller/shared/orders/fields/order-fields.ts';
import { patternSteps } from '@taller/shared/orders/device-codes/pattern-lock.ts';
import { PatternDrawing } from '#src/features/print/pattern-drawing.tsx';
import { QrCode } from '@taller/shared/ui/qr-code.tsx';
import { customerDetails, equipmentDetails, LongFields } from '#src/features/print/sheet-fields.tsx';
import {
  Facts,
  LongText,
  PromisedFor,
  SheetHead,
  Signature,
  WarrantyOf,
} from '#src/features/print/sheet-parts.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import styles from './technical-sheet.module.css';
import parts from './sheet-parts.module.css';

const { sheet } = printTexts;

function Access({ code, failed }: { code: DeviceCode | null; failed: boolean }) {
  return (
    <section className={parts.block}>
      <h2 className={parts.heading}>
        {code ? `${sheet.access}: ${PASSWORD_TYPE_LABELS[code.type]}` : sheet.access}
      </h2>
      {!code && <p>{failed ? sheet.codeLost : sheet.noCode}</p>}
      {code && (
        <div className={styles.fleeting}>
          {code.type === 'pattern' ? (
            <>
              <PatternDrawing value={code.code} />
              <p className={styles.patternValue}>{patternSteps(code.code)}</p>
            </>
          ) : (
            <p className={styles.code}>{code.code}</p>
          )}
        </div>
      )}
    </section>
  );
}

/** Space for handwriting. */
function WritingLines() {
  return (
    <div className={styles.lines} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

export interface TechnicalSheetProps {
  order: PrintOrder;
  /** The device's place. */
  place?: string | null | undefined;
  /** The accessories that came with the device. */
  accessories?: readonly Accessory[] | undefined;
  code: DeviceCode | null;
  /** The code could not be loaded: the sheet says so instead of claiming that there is none. */
  codeFailed: boolean;
  origin: string;
}

/** The sheet that stays with the device at the bench: no prices, no terms, the code and space to write. */
export function TechnicalSheet({
  order,
  place,
  accessories = [],
  code,
  codeFailed,
  origin,
}: TechnicalSheetProps) {
  const orderUrl = origin + paths.orderView.getHref(order.id);
  return (
    <>
      <SheetHead
        title={sheet.technicalTitle}
        orderNumber={order.order_number}
        createdAt={order.created_at}
        withShop={false}
      >
        <p>
          {sheet.status}: {isOrderStatus(order.status) ? LIST_STATUS_LABELS[order.status] : order.status}
        </p>
        {order.technician_name && (
          <p>
            {ORDER_FIELDS.technicianId.label}: {order.technician_name}
          </p>
        )}
        {place && (
          <p>
            {sheet.place}: {place}
          </p>
        )}
        <PromisedFor order={order} />
        <WarrantyOf order={order} />
      </SheetHead>
      <div className={parts.columns}>
        <Facts
          title={sheet.equipment}
          facts={[
            ...equipmentDetails(order, 'technicalSheet'),
            {
              term: checklistTexts.accessories,
              value: accessories.map(({ label }) => label).join(', '),
            },
          ]}
        />
        <Facts title={sheet.customer} facts={customerDetails(order, 'technicalSheet')} />
      </div>
      <div className={parts.columns}>
        <Access code={code} failed={codeFailed} />
        <section className={parts.follow}>
          <QrCode text={orderUrl} label={orderUrl} />
          <h2 className={parts.heading}>{sheet.openOrder}</h2>
        </section>
      </div>
      <LongFields order={order} place="technicalSheet" />
      <LongText title={sheet.notes} text={order.notes} />
      <section className={styles.writing}>
        <h2 className={parts.heading}>{sheet.diagnosis}</h2>
        <WritingLines />
      </section>
      <section className={styles.writing}>
        <h2 className={parts.heading}>{sheet.parts}</h2>
        <WritingLines />
      </section>
      <section className={styles.writing}>
        <h2 className={parts.heading}>{sheet.checks}</h2>
        <ul className={styles.checks}>
          {sheet.checkItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <div className={styles.signed}>
          <Signature label={ORDER_FIELDS.technicianId.label} />
        </div>
      </section>
    </>
  );
}
