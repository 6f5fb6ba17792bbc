import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleCheckBig, Printer } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import { useCreateOrderMutation } from '@taller/shared/data/orders/create-order-mutation.ts';
import type { Order } from '@taller/shared/data/orders/order-query.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { orderFormSchema, type OrderForm, type OrderFormInput } from '@taller/shared/domain/schemas/order.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { esOrderForm as texts } from '#src/texts/es-order-form.ts';
import { esOrders } from '#src/texts/es-orders.ts';
import { failureText } from '../shared/failure-text.ts';
import { forgetDraft, readDraft, writeDraft } from './order-draft.ts';
import { OrderFields } from './order-fields.tsx';
import styles from './order-fields.module.css';
import { EMPTY_ORDER_FORM } from './order-form-values.ts';

interface NewOrderDialogProps {
  userId: string;
  onClose: () => void;
}

/** Takes in orders, one after another (ORD-03). What was typed survives a reload, a closed tab and a lost connection. */
export function NewOrderDialog({ userId, onClose }: NewOrderDialogProps) {
  const [turn, setTurn] = useState(0);
  const [created, setCreated] = useState<Order | null>(null);
  const [busy, setBusy] = useState(false);
  if (created) {
    const number = formatOrderNumber(created.order_number);
    return (
      <Dialog open onOpenChange={(open) => open || onClose()} title={texts.newTitle} size="sm">
        <DialogBody>
          <EmptyState icon={<CircleCheckBig aria-hidden="true" />} title={texts.createdTitle(number)}>
            {texts.createdText}
          </EmptyState>
        </DialogBody>
        <DialogFooter>
          <Button
            onClick={() => {
              setCreated(null);
              setTurn(turn + 1);
            }}
          >
            {texts.createdAnother}
          </Button>
          <LinkButton to={paths.orderView.getHref(created.id)}>{texts.createdView}</LinkButton>
          <LinkButton
            to={paths.printSelect.getHref(created.id)}
            variant="primary"
            icon={<Printer aria-hidden="true" />}
          >
            {texts.createdPrint}
          </LinkButton>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    // Closing asks nothing: the draft is kept and comes back with the next 'Nueva orden'.
    <Dialog open onOpenChange={(open) => open || onClose()} title={texts.newTitle} size="lg" busy={busy}>
      <NewOrderForm
        key={turn}
        userId={userId}
        onBusy={setBusy}
        onCancel={onClose}
        onRestart={() => setTurn(turn + 1)}
        onCreated={setCreated}
      />
    </Dialog>
  );
}

interface NewOrderFormProps {
  userId: string;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onRestart: () => void;
  onCreated: (order: Order) => void;
}

function NewOrderForm({ userId, onBusy, onCancel, onRestart, onCreated }: NewOrderFormProps) {
  const [draft] = useState(() => readDraft(userId));
  const [id] = useState(() => draft?.id ?? crypto.randomUUID());
  const { mutate, isPending, error } = useCreateOrderMutation();
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    resolver: zodResolver(orderFormSchema),
    defaultValues: draft?.values ?? EMPTY_ORDER_FORM,
    shouldFocusError: true,
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name !== undefined) writeDraft(userId, { id, values });
        },
      }),
    [subscribe, userId, id],
  );
  useEffect(() => onBusy(isPending), [isPending, onBusy]);

  const create = (values: OrderForm) =>
    mutate(
      { id, form: values },
      {
        onSuccess: (order) => {
          forgetDraft(userId);
          toast.success(esOrders.toasts.created(formatOrderNumber(order.order_number)));
          onCreated(order);
        },
        onError: (failure) => {
          console.error('The order was not created', failure);
          toast.error(esOrders.toasts.createError);
        },
      },
    );
  const problems = Object.keys(form.formState.errors).length;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(create)(event)}>
      <DialogBody>
        {draft && (
          <Banner
            tone="info"
            action={
              <Button
                size="sm"
                onClick={() => {
                  forgetDraft(userId);
                  onRestart();
                }}
              >
                {texts.draftDiscard}
              </Button>
            }
          >
            {texts.draftRestored}
          </Banner>
        )}
        {error && <Banner tone="danger">{failureText(error)}</Banner>}
        <OrderFields form={form} offersKnownCustomer />
      </DialogBody>
      <DialogFooter>
        {problems > 0 && (
          <span role="status" className={styles.problems}>
            {texts.fixErrors(problems)}
          </span>
        )}
        <Button onClick={onCancel} disabled={isPending}>
          {esOrders.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={isPending} loadingText={texts.creating}>
          {texts.create}
        </Button>
      </DialogFooter>
    </form>
  );
}
