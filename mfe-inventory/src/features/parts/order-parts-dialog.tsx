import { useId, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useMovePartsMutation } from '@taller/shared/stock/parts/part-mutations.ts';
import type { RequestedPart } from '@taller/shared/stock/parts/part-queries.ts';
import {
  LONGEST_PART_NOTE,
  LONGEST_SUPPLIER,
  purchasesSchema,
  type Purchases,
  type PurchasesInput,
} from '@taller/shared/stock/parts/part-schema.ts';
import { PART_STATES } from '@taller/shared/stock/parts/part-state.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { shopDay } from '@taller/shared/values/dates.ts';
import { failureText } from '#src/components/failure-text.ts';
import styles from './parts.module.css';
import { partsTexts as texts } from './texts.ts';

interface OrderPartsDialogProps {
  parts: readonly RequestedPart[];
  onDone: () => void;
  onClose: () => void;
}

/** The supplier that all of the parts come from, as far as anybody knows. */
const commonSupplier = (parts: readonly RequestedPart[]) => {
  const names = new Set(parts.map((part) => part.supplier_name ?? part.usual_supplier ?? ''));
  return names.size === 1 ? [...names].join('') : '';
};

interface FieldsProps {
  parts: readonly RequestedPart[];
  form: UseFormReturn<PurchasesInput, unknown, Purchases>;
}

function Fields({ parts, form: { register, control, formState } }: FieldsProps) {
  const listId = useId();
  const [today] = useState(() => shopDay(new Date()));
  const { data: suppliers = [] } = useQuery(catalogQuery('suppliers'));
  return (
    <>
      <TextField
        {...register('supplier')}
        label={texts.supplier}
        maxLength={LONGEST_SUPPLIER}
        error={formState.errors.supplier?.message}
        autoComplete="off"
        list={listId}
      />
      <datalist id={listId}>
        {suppliers.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      <FormDateField
        control={control}
        name="expectedOn"
        label={texts.expectedOn}
        min={today}
        keepsWrong
        optional
      />
      {parts.map((part, at) => (
        <FormNumberField
          key={part.id}
          control={control}
          name={`costs.${at}`}
          label={texts.costOf(texts.times(part.quantity, part.description))}
          prefix="$"
          optional
        />
      ))}
      <TextField
        {...register('note')}
        label={texts.note}
        maxLength={LONGEST_PART_NOTE}
        error={formState.errors.note?.message}
        autoComplete="off"
        optional
      />
    </>
  );
}

/** Orders several parts from one supplier (PART-45). */
export function OrderPartsDialog({ parts, onDone, onClose }: OrderPartsDialogProps) {
  const form = useForm<PurchasesInput, unknown, Purchases>({
    resolver: zodResolver(purchasesSchema),
    defaultValues: {
      supplier: commonSupplier(parts),
      expectedOn: '',
      costs: parts.map((part) => part.unit_cost),
      note: '',
    },
  });
  const move = useMovePartsMutation();
  const save = form.handleSubmit(async (purchases) => {
    try {
      const moved = await move.mutateAsync({ parts, to: 'ordered', ...purchases });
      toast.success(texts.moved(moved, PART_STATES.ordered));
      onDone();
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.orderTitle(parts.length)}
      description={texts.orderText}
      busy={move.isPending}
    >
      <Form
        form={form}
        draft={`repuestos.pedir.${parts.map(({ id }) => id).join()}`}
        enterGoesOn
        onSubmit={save}
      >
        <DialogBody>
          <div className={styles.stack}>
            {move.isError && <Banner tone="danger">{failureText(move.error, texts.failed)}</Banner>}
            <Fields parts={parts} form={form} />
          </div>
        </DialogBody>
        <SaveFooter label={texts.save} busyLabel={texts.saving} busy={move.isPending} />
      </Form>
    </Dialog>
  );
}
