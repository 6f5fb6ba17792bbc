import { useEffect, useLayoutEffect, useState } from 'react';
import { useForm, type UseFormSetFocus } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { useCreateOrderMutation } from '@taller/shared/orders/create-order-mutation.ts';
import type { Visit } from '@taller/shared/appointments/appointment-queries.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import {
  newOrderSchema,
  unquotedOrderSchema,
  type OrderForm,
  type OrderFormInput,
} from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { useDoubtAnswer } from '../promises/use-doubt-answer.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { visitTexts } from '../visits/texts.ts';
import { VisitNote } from '../visits/visit-note.tsx';
import { UnfinishedOrders } from './unfinished-orders.tsx';
import type { OrderDraft } from './order-draft.ts';
import { OrderFields } from './order-fields.tsx';
import { SaveState } from './save-state.tsx';
import { useFirstDraft, useOrderDraft } from './use-order-draft.ts';

interface NewOrderFormProps {
  /** The order that was just created: this one begins with its customer. */
  before: Order | null;
  /** It is of the same visit as that order (REC-01). */
  isSameVisit?: boolean;
  /** The appointment that it is for. */
  visit: Visit | null;
  /** A notice about the appointment that the order is taken in for. */
  notice: string | null;
  onBusy: (busy: boolean) => void;
  onCancel: () => void;
  onRestart: () => void;
  onCreated: (order: Order, isMoreToCome: boolean) => void;
}

/** Begins at the device of a known customer. */
function useDeviceFirst(setFocus: UseFormSetFocus<OrderFormInput>, isOn: boolean): void {
  // Before the dialog looks for what to focus.
  useLayoutEffect(() => {
    if (isOn) setFocus('brand');
  }, [isOn, setFocus]);
}

/** The form of a new order. Input survives a reload, an expired session and a lost connection. */
export function NewOrderForm({
  before,
  isSameVisit = false,
  visit,
  notice,
  onBusy,
  onCancel,
  onRestart,
  onCreated,
}: NewOrderFormProps) {
  const { first, restored } = useFirstDraft(before, isSameVisit, visit);
  const [adopted, setAdopted] = useState(restored ? first : null);
  const { mutate, isPending, error } = useCreateOrderMutation();
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    resolver: zodResolver(useDeskSettings()?.quoteLater ? unquotedOrderSchema : newOrderSchema),
    defaultValues: first.values,
    shouldFocusError: true,
  });
  const draft = useOrderDraft(first, restored, form.subscribe);
  const doubt = useDoubtAnswer();
  useEffect(() => onBusy(isPending), [isPending, onBusy]);
  const hasCustomer = before !== null && !restored;
  useDeviceFirst(form.setFocus, hasCustomer);

  const restart = () => {
    draft.discard();
    onRestart();
  };
  const resumeOrder = (left: OrderDraft) => {
    form.reset(left.values);
    draft.adopt(left);
    setAdopted(left);
  };
  const create = (values: OrderForm) => {
    if (!doubt.accepts(values.promised_at ?? '')) return form.setFocus('promised_at');
    mutate(draft.send(values), {
      onSuccess: (order) => {
        draft.finish(order.id);
        toast.success(orderTexts.toasts.created(formatOrderNumber(order.order_number)));
        onCreated(order, values.more_devices === true);
      },
      onError: (failure) => {
        console.error('The order was not created', failure);
        toast.error(withRequestCode(orderTexts.toasts.createError, failure));
      },
    });
  };
  return (
    <Form
      form={form}
      draft={null}
      unsaved={draft.hasPhotos}
      safe
      enterGoesOn
      onSubmit={form.handleSubmit(create)}
    >
      <DialogBody>
        <Beginning
          adopted={adopted}
          before={hasCustomer ? before : null}
          notice={notice}
          busy={isPending}
          onRestart={restart}
        />
        <VisitNote form={form} />
        <UnfinishedOrders key={adopted?.id} busy={isPending} onAdopt={resumeOrder} />
        <OrderFields form={form} isNew doubt={doubt} asksWho={!hasCustomer} photos={draft.photos} />
        <Checkbox {...form.register('more_devices')} label={visitTexts.more} />
      </DialogBody>
      <DialogFooter>
        <SaveState error={error} control={form.control} />
        <Button onClick={onCancel} disabled={isPending}>
          {orderTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={isPending} loadingText={texts.creating}>
          {texts.create}
        </Button>
      </DialogFooter>
    </Form>
  );
}

interface BeginningProps {
  adopted: OrderDraft | null;
  /** The order whose customer it begins with. */
  before: Order | null;
  notice: string | null;
  /** It is being sent. */
  busy: boolean;
  onRestart: () => void;
}

/** The origin of a form that does not begin empty, and a button that empties it. */
function Beginning({ adopted, before, notice, busy, onRestart }: BeginningProps) {
  if (adopted)
    return (
      <Banner
        tone="info"
        action={
          <Button size="sm" disabled={busy} onClick={onRestart}>
            {texts.draftDiscard}
          </Button>
        }
      >
        <span>{texts.draftRestored}</span>
        {adopted.unanswered.length > 0 && <p>{texts.draftSent}</p>}
      </Banner>
    );
  if (before)
    return (
      <Banner
        tone="info"
        action={
          <Button size="sm" disabled={busy} onClick={onRestart}>
            {texts.otherCustomer}
          </Button>
        }
      >
        {texts.sameCustomer(before.customer_name)}
      </Banner>
    );
  return notice && <Banner tone="info">{notice}</Banner>;
}
