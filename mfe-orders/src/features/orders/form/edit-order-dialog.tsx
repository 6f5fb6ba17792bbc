import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { dataErrorCode } from '@taller/shared/data/data-error.ts';
import { useEditOrderMutation } from '@taller/shared/data/orders/edit-order-mutation.ts';
import { orderQuery, type Order } from '@taller/shared/data/orders/order-query.ts';
import { conflictingOrder } from '@taller/shared/data/orders/update-order.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import { orderFormSchema, type OrderForm, type OrderFormInput } from '@taller/shared/domain/schemas/order.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { esOrderForm as texts } from '#src/texts/es-order-form.ts';
import { esOrders } from '#src/texts/es-orders.ts';
import { failureText, readFailureText } from '../shared/failure-text.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { OrderFields } from './order-fields.tsx';
import styles from './order-fields.module.css';
import { mergeForms, toFormValues, type Conflict, type OrderField } from './order-form-values.ts';

interface EditOrderDialogProps {
  id: string;
  onClose: () => void;
}

/** The order form of an order that exists (ORD-06). */
export function EditOrderDialog({ id, onClose }: EditOrderDialogProps) {
  const { data, error, refetch, isFetching } = useQuery({ ...orderQuery(id), refetchOnWindowFocus: false });
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={data ? texts.editTitle(formatOrderNumber(data.order_number)) : esOrders.desk.edit}
      size="lg"
      dirty={dirty}
    >
      {data ? (
        <EditOrderForm order={data} onDirty={setDirty} onClose={onClose} />
      ) : (
        <DialogBody>
          {error ? (
            <ErrorState
              message={dataErrorCode(error) === 'not-found' ? esOrders.notFound : readFailureText(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
              actions={<Button onClick={onClose}>{esOrders.backToDesk}</Button>}
            />
          ) : (
            <Skeleton label={esOrders.loading} count={8} />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

interface EditOrderFormProps {
  order: Order;
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
}

function EditOrderForm({ order, onDirty, onClose }: EditOrderFormProps) {
  // The order as it was read: a colleague's change that arrives live must not change the form under the person's hands.
  const [base, setBase] = useState(order);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { mutate, isPending, error } = useEditOrderMutation();
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    resolver: zodResolver(orderFormSchema),
    defaultValues: toFormValues(order),
  });
  const { isDirty, errors } = form.formState;
  useEffect(() => onDirty(isDirty || conflict !== null), [isDirty, conflict, onDirty]);

  const save = (values: OrderForm) => {
    const mine = form.getValues();
    mutate(
      { order: base, form: values },
      {
        onSuccess: () => {
          toast.success(esOrders.toasts.updated);
          onClose();
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
  const problems = Object.keys(errors).length;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <DialogBody>
        {conflict ? (
          <ConflictPanel orderId={order.id} conflict={conflict} form={form} />
        ) : (
          error && !conflictingOrder(error) && <Banner tone="danger">{failureText(error)}</Banner>
        )}
        <OrderFields form={form} storedCodeType={base.device_code_stored ? base.password_type : null} />
      </DialogBody>
      <DialogFooter>
        {problems > 0 && (
          <span role="status" className={styles.problems}>
            {texts.fixErrors(problems)}
          </span>
        )}
        <Button onClick={onClose} disabled={isPending}>
          {esOrders.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={isPending} loadingText={esOrders.saving}>
          {texts.saveChanges}
        </Button>
      </DialogFooter>
    </form>
  );
}
