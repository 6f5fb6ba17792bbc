import { useState } from 'react';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Printer from 'lucide-react/icons/printer';
import { paths } from '@taller/shared/contract/paths.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { NewOrderForm } from './new-order-form.tsx';

interface NewOrderDialogProps {
  onClose: () => void;
}

/** Creates orders, one after another (ORD-03). Input survives a reload, a closed tab and a lost connection. */
export function NewOrderDialog({ onClose }: NewOrderDialogProps) {
  const [turn, setTurn] = useState(0);
  const [created, setCreated] = useState<Order | null>(null);
  /** The order before, whose customer has another device. */
  const [before, setBefore] = useState<Order | null>(null);
  const [busy, setBusy] = useState(false);
  if (created) {
    const number = formatOrderNumber(created.order_number);
    // Navigating back must not reopen a new order: its URL is replaced first.
    return (
      <Dialog
        key={created.id}
        open
        onOpenChange={(open) => open || onClose()}
        title={orderTexts.desk.newOrder}
        size="sm"
        inAddress
      >
        <DialogBody>
          <EmptyState icon={<CircleCheckBig aria-hidden="true" />} title={texts.createdTitle(number)}>
            {texts.createdText}
          </EmptyState>
        </DialogBody>
        <DialogFooter>
          <Button
            onClick={() => {
              setBefore(created);
              setCreated(null);
              setTurn(turn + 1);
            }}
          >
            {texts.createdAnother}
          </Button>
          <LinkButton to={paths.orderView.getHref(created.id)} onClick={onClose}>
            {texts.createdView}
          </LinkButton>
          <LinkButton
            to={paths.printSelect.getHref(created.id)}
            variant="primary"
            data-autofocus
            onClick={onClose}
            icon={<Printer aria-hidden="true" />}
          >
            {texts.createdPrint}
          </LinkButton>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    // Closing does not ask: the input is stored and offered with the next 'Nueva orden', which opens empty.
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={orderTexts.desk.newOrder}
      size="lg"
      busy={busy}
      inAddress
    >
      <NewOrderForm
        key={turn}
        before={before}
        onBusy={setBusy}
        onCancel={onClose}
        onRestart={() => {
          setBefore(null);
          setTurn(turn + 1);
        }}
        onCreated={setCreated}
      />
    </Dialog>
  );
}
