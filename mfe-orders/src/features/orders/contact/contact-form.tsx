import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { CONTACT_LABEL, contactName } from '#src/components/contact-words.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from '../actions/dialogs.module.css';
import { SaveProblem } from '../actions/save-problem.tsx';
import type { TaskFormProps } from '../actions/task-form.ts';
import { useOrderSave, usePersistedOrder } from '../actions/use-order-save.ts';
import { contactTexts as texts } from './texts.ts';

/** Chooses the person of the customer's card that an order is for (CARD-04). */
export function ContactForm({ order, onDone }: TaskFormProps<Order>) {
  const { data, error, refetch, isFetching } = useQuery(orderContactsQuery(order.customer_rut));
  const opened = useOrderSave(order, 'contacto');
  const form = useForm({ defaultValues: { contactId: opened.base.contact_id ?? '' } });
  usePersistedOrder(opened, form.formState.isDirty);
  const change = useChangeOrderMutation();
  if (!data)
    return (
      <DialogBody>
        {error ? (
          <ErrorState
            error={error}
            message={orderReadFailure(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton label={orderTexts.loading} count={2} />
        )}
      </DialogBody>
    );
  const { contact, contact_id: chosen } = order;
  // A contact removed from the card remains the order's.
  const gone = contact && chosen && data.every(({ id }) => id !== chosen) ? [{ ...contact, id: chosen }] : [];
  const people = [...data, ...gone];
  if (people.length === 0)
    return (
      <DialogBody>
        <p>{texts.empty}</p>
        <Link to={paths.customer.getHref(order.id)}>{texts.card}</Link>
      </DialogBody>
    );
  const save = ({ contactId }: { contactId: string }) =>
    change.mutate(
      { order: opened.version, patch: { contact_id: contactId || null } },
      {
        onSuccess: () => {
          toast.success(texts.saved);
          onDone();
        },
        onError: (failure) => {
          opened.onFailure(failure);
          toast.error(withRequestCode(texts.failed, failure));
        },
      },
    );
  return (
    <Form form={form} draft={`contacto-de-orden.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          <SaveProblem orderId={order.id} version={opened.openedVersion} error={change.error} />
          <FormSelect
            control={form.control}
            name="contactId"
            label={CONTACT_LABEL}
            options={[
              { value: '', label: texts.none },
              ...people.map((person) => ({ value: person.id, label: contactName(person) })),
            ]}
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={orderTexts.saving} busy={change.isPending} />
    </Form>
  );
}
