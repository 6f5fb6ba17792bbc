import { documentParts } from '@taller/shared/values/foreign-document.ts';
import { useState, useSyncExternalStore } from 'react';
import { getSending, onSending } from '@taller/shared/orders/photos/photo-sender.ts';
import { forgetHeld } from '@taller/shared/orders/photos/waiting-photos.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { sendingTexts } from '../photos/texts.ts';
import styles from './order-fields.module.css';
import { deleteUnfinishedOrder, readUnfinishedOrders, type OrderDraft } from './order-draft.ts';

function describe({ customerName, customerRut, brand, model }: OrderDraft['values']): string {
  const who = customerName.trim() || (documentParts(customerRut)?.number ?? customerRut).trim();
  return [who, `${brand} ${model}`.trim()].filter(Boolean).join(' · ');
}

interface UnfinishedOrdersProps {
  /** The form is being sent: no other order takes its place. */
  busy: boolean;
  onAdopt: (left: OrderDraft) => void;
}

/**
 * Offers new orders that were closed without saving. The form itself is empty, since the next order is another
 * customer's.
 */
export function UnfinishedOrders({ busy, onAdopt }: UnfinishedOrdersProps) {
  const [orders, setOrders] = useState(readUnfinishedOrders);
  const { waiting } = useSyncExternalStore(onSending, getSending);
  const photosOf = (id: string) => waiting.filter(({ orderId }) => orderId === id).length;
  return orders.map((left) => (
    <Banner
      key={left.id}
      className={styles.notice}
      tone="info"
      action={
        <>
          <Button size="sm" disabled={busy} onClick={() => onAdopt(left)}>
            {texts.unfinishedResume}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              deleteUnfinishedOrder(left.id);
              void forgetHeld(left.id);
              setOrders(readUnfinishedOrders());
            }}
          >
            {texts.unfinishedDiscard}
          </Button>
        </>
      }
    >
      {texts.left(describe(left.values) || sendingTexts.count(photosOf(left.id)))}
    </Banner>
  ));
}
