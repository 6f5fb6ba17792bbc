import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { keepPreviousData, useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { suggestItemsQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useRequestPartMutation } from '@taller/shared/stock/parts/part-mutations.ts';
import {
  LONGEST_PART,
  requestPartSchema,
  type RequestPart,
  type RequestPartInput,
} from '@taller/shared/stock/parts/part-schema.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { useSettled } from '@taller/shared/ui/use-settled.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { PickField } from './pick-field.tsx';
import { partTexts as texts } from './texts.ts';

/** The minimum number of letters of a product search. */
const LEAST_LETTERS = 2;
/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;

/** Asks for a part of an order: a product, found by typing, or one that is none (PART-13). */
export function RequestPartForm({ order, onDone }: TaskFormProps<Order>) {
  const form = useForm<RequestPartInput, unknown, RequestPart>({
    resolver: zodResolver(requestPartSchema),
    defaultValues: { description: '', itemId: '', quantity: 1 },
  });
  const { mutate, isPending, error } = useRequestPartMutation();
  const [description, itemId] = useWatch({ control: form.control, name: ['description', 'itemId'] });
  const sought = useSettled(description.trim(), PAUSE_MS);
  const { data: found = [] } = useQuery({
    ...suggestItemsQuery(sought, ''),
    enabled: itemId === '' && sought.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
  });
  const items = itemId === '' && sought.length >= LEAST_LETTERS ? found : [];
  const pick = (at: number) => {
    const item = items[at];
    if (!item) return;
    form.setValue('description', `${item.brand} ${item.model}`, { shouldDirty: true, shouldValidate: true });
    form.setValue('itemId', item.id, { shouldDirty: true });
  };
  const save = (part: RequestPart) =>
    mutate(
      { orderId: order.id, ...part, itemId: part.itemId || null },
      {
        onSuccess: ({ state, told }) => {
          if (state === 'reserved') toast.success(texts.reserved(part.description));
          else toast.info([texts.requested(part.description), told].filter(Boolean).join('. '));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
  return (
    <Form form={form} draft={`repuesto.${order.id}`} onSubmit={form.handleSubmit(save)}>
      <DialogBody>
        <div className={styles.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          <PickField
            text={{
              ...form.register('description'),
              label: texts.what,
              hint: texts.whatHint,
              maxLength: LONGEST_PART,
              error: form.formState.errors.description?.message,
              autoFocus: true,
            }}
            listLabel={texts.products}
            options={items.map((item) =>
              [
                `${item.brand} ${item.model}`,
                texts.available(item.quantity - item.reserved),
                item.component_type_name,
                formatItemCode(item.item_number),
              ].join(' · '),
            )}
            onPick={pick}
            onType={() => form.setValue('itemId', '')}
          />
          <FormNumberField control={form.control} name="quantity" label={texts.quantity} />
        </div>
      </DialogBody>
      <SaveFooter label={texts.ask} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
