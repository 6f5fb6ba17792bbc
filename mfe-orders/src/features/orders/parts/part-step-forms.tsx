import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { orderReadFailure, orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { keepPreviousData, useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { catalogQuery, suggestItemsQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useMovePartMutation, type Move } from '@taller/shared/stock/parts/part-mutations.ts';
import { requestedPartsQuery, type RequestedPart } from '@taller/shared/stock/parts/part-queries.ts';
import {
  LONGEST_PART_NOTE,
  LONGEST_SUPPLIER,
  LONGEST_PART,
  partNoteSchema,
  partStockSchema,
  purchaseSchema,
  type PartNote,
  type PartStock,
  type Purchase,
  type PurchaseInput,
} from '@taller/shared/stock/parts/part-schema.ts';
import { PART_STATES } from '@taller/shared/stock/parts/part-state.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { useDeferredValue, type ReactNode } from 'react';
import { orderTexts } from '#src/features/orders/texts.ts';
import styles from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { useToday } from '../shared/use-minute.ts';
import { matching } from '../suggestions/canned-text.ts';
import { PickField } from './pick-field.tsx';
import { partTexts as texts } from './texts.ts';

interface LoadedPartProps extends TaskFormProps<Order> {
  children: (part: RequestedPart) => ReactNode;
}

/** Reads the part of a dialog. */
function LoadedPart({ order, partId, children }: LoadedPartProps) {
  const { data, error, refetch, isFetching } = useQuery(requestedPartsQuery(order.id));
  const part = data?.find(({ id }) => id === partId);
  if (part) return children(part);
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
        <Skeleton label={orderTexts.loading} count={3} />
      )}
    </DialogBody>
  );
}

interface StepFormProps<Values extends FieldValues> {
  part: RequestedPart;
  move: ReturnType<typeof useMovePartMutation>;
  form: UseFormReturn<Values>;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

function StepForm<Values extends FieldValues>({
  part,
  move,
  form,
  onSubmit,
  children,
}: StepFormProps<Values>) {
  return (
    <Form form={form} draft={`paso.${part.id}`} onSubmit={onSubmit}>
      <DialogBody>
        <div className={styles.fields}>
          <p className={styles.summary}>{texts.times(part.quantity, part.description)}</p>
          {move.error && <Banner tone="danger">{orderSaveFailure(move.error)}</Banner>}
          {children}
        </div>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={texts.saving} busy={move.isPending} />
    </Form>
  );
}

const useSave = (move: ReturnType<typeof useMovePartMutation>, part: RequestedPart, onDone: () => void) => {
  return (said: Omit<Move, 'part'>) =>
    move.mutate(
      { part, ...said },
      {
        onSuccess: () => {
          toast.success(texts.moved(part.description, PART_STATES[said.to]));
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.saveFailed, failure)),
      },
    );
};

/** The supplier, expected date and cost of a part that was bought (PART-13). */
export function PartPurchaseForm(props: TaskFormProps<Order>) {
  return <LoadedPart {...props}>{(part) => <PurchaseFields part={part} onDone={props.onDone} />}</LoadedPart>;
}

function PurchaseFields({ part, onDone }: { part: RequestedPart; onDone: () => void }) {
  const today = useToday();
  const form = useForm<PurchaseInput, unknown, Purchase>({
    resolver: zodResolver(purchaseSchema),
    defaultValues: {
      supplier: part.supplier_name ?? '',
      expectedOn: part.expected_on ?? '',
      unitCost: part.unit_cost,
      note: '',
    },
  });
  const { errors } = form.formState;
  const move = useMovePartMutation();
  const save = useSave(move, part, onDone);
  const { data: suppliers = [] } = useQuery(catalogQuery('suppliers'));
  const typed = useWatch({ control: form.control, name: 'supplier' });
  const names = matching(
    suppliers.map(({ name }) => name),
    typed,
  ).slice(0, 8);
  return (
    <StepForm
      part={part}
      move={move}
      form={form}
      onSubmit={form.handleSubmit((purchase) => save({ to: 'ordered', ...purchase }))}
    >
      <PickField
        text={{
          ...form.register('supplier'),
          label: texts.supplier,
          maxLength: LONGEST_SUPPLIER,
          error: errors.supplier?.message,
          autoFocus: true,
        }}
        listLabel={texts.suppliers}
        options={names.length === 1 && names[0] === typed ? [] : names}
        onPick={(at) =>
          form.setValue('supplier', names[at] ?? typed, { shouldDirty: true, shouldValidate: true })
        }
      />
      <FormDateField
        control={form.control}
        name="expectedOn"
        label={texts.expectedOn}
        min={today}
        keepsWrong
        optional
      />
      <FormNumberField control={form.control} name="unitCost" label={texts.unitCost} prefix="$" optional />
      <TextField
        {...form.register('note')}
        label={texts.note}
        maxLength={LONGEST_PART_NOTE}
        error={errors.note?.message}
        autoComplete="off"
        optional
      />
    </StepForm>
  );
}

/** The form that reports a faulty part (PART-13). */
export function PartFaultForm(props: TaskFormProps<Order>) {
  return <LoadedPart {...props}>{(part) => <FaultFields part={part} onDone={props.onDone} />}</LoadedPart>;
}

function FaultFields({ part, onDone }: { part: RequestedPart; onDone: () => void }) {
  const form = useForm<PartNote>({ resolver: zodResolver(partNoteSchema), defaultValues: { note: '' } });
  const move = useMovePartMutation();
  const save = useSave(move, part, onDone);
  return (
    <StepForm
      part={part}
      move={move}
      form={form}
      onSubmit={form.handleSubmit(({ note }) => save({ to: 'faulty', note }))}
    >
      <TextField
        {...form.register('note')}
        label={texts.faultyNote}
        maxLength={LONGEST_PART_NOTE}
        error={form.formState.errors.note?.message}
        autoComplete="off"
        autoFocus
        optional
      />
    </StepForm>
  );
}

/** Links a received part to a product of the inventory if it came without one (PART-48). */
export function PartStockForm(props: TaskFormProps<Order>) {
  return <LoadedPart {...props}>{(part) => <StockFields part={part} onDone={props.onDone} />}</LoadedPart>;
}

function StockFields({ part, onDone }: { part: RequestedPart; onDone: () => void }) {
  const form = useForm<PartStock>({
    resolver: zodResolver(partStockSchema),
    defaultValues: { product: part.description, itemId: '' },
  });
  const { errors } = form.formState;
  const move = useMovePartMutation();
  const save = useSave(move, part, onDone);
  const [product, itemId] = useWatch({ control: form.control, name: ['product', 'itemId'] });
  const { data: found = [] } = useQuery({
    ...suggestItemsQuery(useDeferredValue(product.trim()), part.supplier_name ?? ''),
    placeholderData: keepPreviousData,
  });
  const items = itemId === '' ? found : [];
  const pick = (at: number) => {
    const item = items[at];
    if (!item) return;
    form.setValue('product', `${item.brand} ${item.model}`, { shouldDirty: true });
    form.setValue('itemId', item.id, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <StepForm
      part={part}
      move={move}
      form={form}
      onSubmit={form.handleSubmit((stored) => save({ to: 'returned', itemId: stored.itemId }))}
    >
      <PickField
        text={{
          ...form.register('product'),
          label: texts.stock,
          hint: texts.stockHint,
          maxLength: LONGEST_PART,
          error: errors.itemId?.message,
          autoFocus: true,
        }}
        listLabel={texts.products}
        options={items.map((item) =>
          [
            `${item.brand} ${item.model}`,
            item.component_type_name,
            item.supplier_name,
            formatItemCode(item.item_number),
          ].join(' · '),
        )}
        onPick={pick}
        onType={() => form.setValue('itemId', '')}
      />
    </StepForm>
  );
}
