import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { useEditOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import { conflictingOrder } from '@taller/shared/orders/update-order.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { orderEditSchema, type OrderForm, type OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { phoneOrdersQuery } from '@taller/shared/orders/order-form-queries.ts';
import { normalisePhone } from '@taller/shared/values/phone.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { usePageTitle } from '@taller/shared/ui/use-page-title.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { PhoneInOthersDialog, type CorrectedPhone } from './phone-in-others-dialog.tsx';
import { OrderFields } from './order-fields.tsx';
import { SaveState } from './save-state.tsx';
import { mergeForms, toFormValues, type Conflict, type OrderField } from './order-form-values.ts';

interface EditOrderDialogProps {
  id: string;
  onClose: () => void;
}

/** Lines of the placeholder of the form. */
const FORM_LINES = 40;

/** The order form of an existing order (ORD-06). */
export function EditOrderDialog({ id, onClose }: EditOrderDialogProps) {
  const { data, error, refetch, isFetching } = useQuery({ ...orderQuery(id), refetchOnWindowFocus: false });
  const [corrected, setCorrected] = useState<CorrectedPhone | null>(null);
  const title = data && texts.editTitle(formatOrderNumber(data.order_number));
  usePageTitle(title ?? null);
  if (corrected) return <PhoneInOthersDialog orderId={id} corrected={corrected} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title ?? orderTexts.desk.edit}
      size="lg"
      inAddress
    >
      {data ? (
        <EditOrderForm order={data} onClose={onClose} onCorrected={setCorrected} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState
              error={error}
              message={dataErrorCode(error) === 'not-found' ? orderTexts.notFound : orderReadFailure(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
              actions={<Button onClick={onClose}>{orderTexts.backToDesk}</Button>}
            />
          ) : (
            // Higher than any window, like the form: the dialog keeps its size.
            <Skeleton label={orderTexts.loading} count={FORM_LINES} />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

interface EditOrderFormProps {
  order: Order;
  onClose: () => void;
  /** Saved with another phone, which other orders lack. */
  onCorrected: (corrected: CorrectedPhone) => void;
}

function EditOrderForm({ order, onClose, onCorrected }: EditOrderFormProps) {
  // The order as it was read: realtime changes must not modify the form while it is being edited.
  const baseName = `orden.${order.id}.leida`;
  const [base, setBase] = useState(() => (readPersistedBase(baseName) as Order | null) ?? order);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const client = useQueryClient();
  const { mutate, isPending, error } = useEditOrderMutation();
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    resolver: zodResolver(orderEditSchema(toFormValues(base))),
    defaultValues: toFormValues(base),
  });
  const { isDirty } = form.formState;
  usePersistedBase(baseName, base, isDirty || conflict !== null);

  const finish = async ({ customerPhone }: OrderForm) => {
    const phone = base.customer_phone;
    if (normalisePhone(customerPhone) === normalisePhone(phone)) return onClose();
    try {
      const others = await client.fetchQuery(phoneOrdersQuery(order.id, phone));
      if (others > 0) return onCorrected({ phone, others });
    } catch (failure) {
      // The order is saved; the others can be corrected one by one.
      console.error('The orders with the old phone were not counted', failure);
    }
    onClose();
  };
  const save = (values: OrderForm) => {
    const mine = form.getValues();
    mutate(
      { order: base, form: values },
      {
        onSuccess: () => {
          toast.success(orderTexts.toasts.updated);
          void finish(values);
        },
        onError: (failure) => {
          console.error('The order was not saved', failure);
          const current = conflictingOrder(failure);
          if (!current) return;
          const theirs = toFormValues(current);
          const merged = mergeForms(toFormValues(base), mine, theirs);
          form.reset(theirs);
          for (const [field, value] of Object.entries(merged.values) as [OrderField, never][])
            form.setValue(field, value, { shouldDirty: true });
          setConflict({ openedVersion: base.version, mine, theirs, clashes: merged.clashes });
          setBase(current);
        },
      },
    );
  };
  return (
    <Form
      form={form}
      draft={`orden.${order.id}`}
      secrets={['device_password']}
      unsaved={conflict !== null}
      enterGoesOn
      onSubmit={form.handleSubmit(save)}
    >
      <DialogBody>
        {conflict && <ConflictPanel orderId={order.id} conflict={conflict} form={form} />}
        <OrderFields form={form} order={base} />
      </DialogBody>
      <SaveFooter label={texts.saveChanges} busyLabel={orderTexts.saving} busy={isPending}>
        <SaveState error={conflictingOrder(error) ? null : error} control={form.control} />
      </SaveFooter>
    </Form>
  );
}
