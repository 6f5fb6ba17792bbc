import { useState } from 'react';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { esOrderForm as texts } from '#src/texts/es-order-form.ts';
import { forgetOrderDraft, readOrderDraft, type OrderDraft } from './order-draft.ts';

/** Offers the new order that was closed without saving. The form itself is empty: it is another customer's. */
export function LeftOrder({ onAdopt }: { onAdopt: (left: OrderDraft) => void }) {
  const [left, setLeft] = useState(() => readOrderDraft('left'));
  if (!left) return null;
  const { customerName, customerRut, brand, model } = left.values;
  const who = customerName.trim() || customerRut.trim();
  const what = `${brand} ${model}`.trim();
  return (
    <Banner
      tone="info"
      action={
        <>
          <Button size="sm" onClick={() => onAdopt(left)}>
            {texts.leftResume}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              forgetOrderDraft('left');
              setLeft(null);
            }}
          >
            {texts.leftDiscard}
          </Button>
        </>
      }
    >
      {texts.left([who, what].filter(Boolean).join(' · '))}
    </Banner>
  );
}
