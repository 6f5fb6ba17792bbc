import type { ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { techniciansQuery } from '@taller/shared/people/technicians-query.ts';
import { EQUIPMENT_LABELS, EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import { imeiWarning } from '@taller/shared/orders/imei.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { FormRutField } from '@taller/shared/forms/form-rut-field.tsx';
import { useQuery } from '@taller/shared/query';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { esOrderForm as texts } from '#src/texts/es-order-form.ts';
import { DeviceCodeField } from './device-code-field.tsx';
import styles from './order-fields.module.css';
import { RepeatCustomer } from './repeat-customer.tsx';

export type OrderFormControls = UseFormReturn<OrderFormInput, unknown, OrderForm>;

interface OrderFieldsProps {
  form: OrderFormControls;
  /** Offers the data of a customer who was here before; for new orders. */
  offersKnownCustomer?: boolean;
  /** The order being edited has a code of this type stored. */
  storedCodeType?: OrderFormInput['password_type'];
}

/** The fields of an order (sections 3 and 5), grouped as they are asked at the counter. */
export function OrderFields({ form, offersKnownCustomer = false, storedCodeType = null }: OrderFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const { data: technicians } = useQuery(techniciansQuery());
  const [imei, quote, advance, technicianId] = useWatch({
    control,
    name: ['imei', 'quote', 'advancePayment', 'technicianId'],
  });
  const balance = Number(quote) - Number(advance);
  const people = technicians?.map((person) => ({ value: person.id, label: person.full_name })) ?? [];
  // Somebody who is no technician any more, or whose name could not be loaded, stays chosen.
  if (technicianId && !people.some((person) => person.value === technicianId))
    people.push({ value: technicianId, label: texts.technician });

  return (
    <div className={styles.groups}>
      <Group title={texts.customer}>
        <FormRutField
          control={control}
          name="customerRut"
          label={texts.customerRut}
          autoFocus={offersKnownCustomer}
        />
        <TextField
          {...register('customerPhone')}
          type="tel"
          label={texts.customerPhone}
          hint={texts.phoneHint}
          error={errors.customerPhone?.message}
          autoComplete="off"
        />
        {offersKnownCustomer && <RepeatCustomer form={form} />}
        <TextField
          {...register('customerName')}
          label={texts.customerName}
          error={errors.customerName?.message}
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField
          {...register('customerAddress')}
          label={texts.customerAddress}
          optional
          error={errors.customerAddress?.message}
          autoComplete="off"
        />
      </Group>
      <Group title={texts.equipment}>
        <Select
          {...register('equipmentType')}
          label={texts.equipmentType}
          error={errors.equipmentType?.message}
          options={EQUIPMENT_TYPES.map((type) => ({ value: type, label: EQUIPMENT_LABELS[type] }))}
        />
        <TextField
          {...register('brand')}
          label={texts.brand}
          error={errors.brand?.message}
          autoComplete="off"
        />
        <TextField
          {...register('model')}
          label={texts.model}
          error={errors.model?.message}
          autoComplete="off"
        />
        <TextField
          {...register('imei')}
          label={texts.imei}
          optional
          error={errors.imei?.message}
          warning={imeiWarning(imei) ?? undefined}
          autoComplete="off"
        />
        <TextArea
          {...register('condition')}
          className={styles.wide}
          label={texts.condition}
          placeholder={texts.conditionPlaceholder}
          error={errors.condition?.message}
          rows={2}
        />
      </Group>
      <Group title={texts.work}>
        <TextArea
          {...register('description')}
          className={styles.wide}
          label={texts.description}
          placeholder={texts.descriptionPlaceholder}
          error={errors.description?.message}
          rows={2}
        />
        <TextArea
          {...register('technicalWork')}
          className={styles.wide}
          label={texts.technicalWork}
          error={errors.technicalWork?.message}
          rows={2}
        />
        <Select
          {...register('technicianId')}
          label={texts.technician}
          optional
          placeholder={texts.noTechnician}
          options={people}
        />
      </Group>
      <Group title={texts.payment}>
        <FormNumberField control={control} name="quote" label={texts.quote} prefix="$" />
        <FormNumberField
          control={control}
          name="advancePayment"
          label={texts.advancePayment}
          prefix="$"
          warning={balance < 0 ? texts.advanceTooHigh : undefined}
          hint={balance > 0 && Number(advance) > 0 ? texts.balance(formatClp(balance)) : undefined}
        />
      </Group>
      <Group title={texts.access}>
        <DeviceCodeField form={form} storedCodeType={storedCodeType} />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
