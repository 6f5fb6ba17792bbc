import { useState, type ReactNode } from 'react';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Printer from 'lucide-react/icons/printer';
import { appointmentQuery, type Visit } from '@taller/shared/appointments/appointment-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { APPOINTMENT_PARAMETER, CUSTOMER_PARAMETER } from '#src/components/new-parameter.ts';
import { commonTexts } from '#src/components/texts.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { NewOrderForm } from './new-order-form.tsx';

interface NewOrderDialogProps {
  onClose: () => void;
}

interface OfVisitProps {
  id: string;
  /** The form, for an appointment without an order. */
  form: (visit: Visit | null, notice: string) => ReactNode;
}

/** The form of an order for the appointment that the address names (BOOK-10). */
function OfVisit({ id, form }: OfVisitProps) {
  const visit = useQuery(appointmentQuery(id));
  return (
    <Loaded
      query={visit}
      message={texts.appointmentLoadFailed}
      skeleton={<Skeleton shape="card" count={2} label={commonTexts.loading} />}
    >
      {(known) => {
        if (!known) return form(null, texts.appointmentGone);
        const { order_number: number } = known;
        return number === null ? form(known, texts.ofAppointment) : form(null, texts.appointmentDone(number));
      }}
    </Loaded>
  );
}

interface OfCustomerProps {
  /** The id of one of the customer's orders. */
  id: string;
  form: (before: Order) => ReactNode;
}

/** The form of an order for the customer of the order that the address names (CARD-11). */
function OfCustomer({ id, form }: OfCustomerProps) {
  return (
    <Loaded
      query={useQuery(orderQuery(id))}
      message={texts.customerLoadFailed}
      skeleton={<Skeleton shape="card" count={2} label={commonTexts.loading} />}
    >
      {form}
    </Loaded>
  );
}

interface AskedProps {
  /** A new form: for an appointment, with a notice, with the customer of an order. */
  form: (visit: Visit | null, notice: string | null, of?: Order) => ReactNode;
}

/** The form that the address asks for. */
function Asked({ form }: AskedProps) {
  const [params] = useSearchParams();
  const visitId = params.get(APPOINTMENT_PARAMETER);
  const customerId = params.get(CUSTOMER_PARAMETER);
  if (visitId !== null) return <OfVisit id={visitId} form={form} />;
  if (customerId !== null) return <OfCustomer id={customerId} form={(of) => form(null, null, of)} />;
  return form(null, null);
}

/** Creates orders, one after another (ORD-03). Input survives a reload, a closed tab and a lost connection. */
export function NewOrderDialog({ onClose }: NewOrderDialogProps) {
  const [turn, setTurn] = useState(0);
  const [created, setCreated] = useState<Order | null>(null);
  /** The order before, whose customer has another device. */
  const [before, setBefore] = useState<Order | null>(null);
  const [busy, setBusy] = useState(false);
  const goOn = (order: Order) => {
    setBefore(order);
    setCreated(null);
    setTurn(turn + 1);
  };
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
          <Button onClick={() => goOn(created)}>{texts.createdAnother}</Button>
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
  const newForm = (known: Visit | null, notice: string | null, of: Order | null = before) => (
    <NewOrderForm
      key={turn}
      before={of}
      isSameVisit={of !== null && of === before}
      visit={known}
      notice={notice}
      onBusy={setBusy}
      onCancel={onClose}
      onRestart={() => {
        setBefore(null);
        setTurn(turn + 1);
      }}
      onCreated={(order, isMoreToCome) => (isMoreToCome ? goOn(order) : setCreated(order))}
    />
  );
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
      {turn > 0 ? newForm(null, null) : <Asked form={newForm} />}
    </Dialog>
  );
}
