import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import Plus from 'lucide-react/icons/plus';
import { useForm } from 'react-hook-form';
import { useAddScreenOrderMutation } from '@taller/shared/stock/screen-orders/screen-order-mutations.ts';
import { toLocalInput } from '@taller/shared/values/dates.ts';
import {
  SCREEN_ORDER_INVALID,
  screenOrderSchema,
  type ScreenOrder,
  type ScreenOrderInput,
} from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { toast } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { screenOrderTexts } from '#src/features/screen-orders/texts.ts';
import { AddPanel, type AddPanelState } from '#src/components/add-panel.tsx';
import { FormRule } from '#src/components/form-rule.tsx';
import { failureText } from '#src/components/failure-text.ts';
import { SupplierField } from './supplier-field.tsx';

const empty = (): ScreenOrderInput => ({
  modelo: '',
  numero_orden: '',
  fecha_compra: toLocalInput(new Date()),
  proveedor: '',
  precio_costo: null,
  cantidad: null,
});

/** Draft name under which the untouched form's values are stored. */
const START = 'pantallas.nueva.inicio';

/** The add form of the screen orders (INV-04). */
export function AddScreenOrderForm(panel: AddPanelState) {
  // The purchase time shown when typing began is restored with the draft.
  const [start, setStart] = useState(() => (readPersistedBase(START) as ScreenOrderInput | null) ?? empty());
  const form = useForm<ScreenOrderInput, unknown, ScreenOrder>({
    defaultValues: start,
    resolver: zodResolver(screenOrderSchema),
  });
  const { register, control, formState, reset } = form;
  const add = useAddScreenOrderMutation();
  const { errors, isDirty } = formState;
  usePersistedBase(START, start, isDirty);
  const save = form.handleSubmit(async (order) => {
    try {
      await add.mutateAsync(order);
      toast.success(screenOrderTexts.added);
      const next = empty();
      setStart(next);
      reset(next);
    } catch (error) {
      console.error(error);
    }
  });
  return (
    <AddPanel title={screenOrderTexts.add} {...panel}>
      <Form form={form} draft="pantallas.nueva" enterGoesOn onSubmit={save} className={styles.addForm}>
        <FormRule control={control} text={SCREEN_ORDER_INVALID} />
        {add.isError && <Banner tone="danger">{failureText(add.error, screenOrderTexts.addFailed)}</Banner>}
        <div className={styles.fields}>
          <TextField label={screenOrderTexts.model} error={errors.modelo?.message} {...register('modelo')} />
          <TextField
            label={screenOrderTexts.orderNumber}
            error={errors.numero_orden?.message}
            {...register('numero_orden')}
          />
          <FormDateField
            control={control}
            name="fecha_compra"
            type="datetime-local"
            label={screenOrderTexts.date}
          />
          {/* After each purchase it begins with the list again. */}
          <SupplierField key={add.submittedAt} control={control} />
          <FormNumberField label={screenOrderTexts.cost} prefix="$" control={control} name="precio_costo" />
          <FormNumberField label={screenOrderTexts.quantity} control={control} name="cantidad" />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          loading={add.isPending}
          loadingText={screenOrderTexts.adding}
        >
          {screenOrderTexts.add}
        </Button>
      </Form>
    </AddPanel>
  );
}
