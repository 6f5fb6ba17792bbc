import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import {
  knownCustomerQuery,
  type CustomerClue,
  type KnownCustomer,
  type KnownDevice,
} from '@taller/shared/orders/order-form-queries.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { documentParts, isDocument, tidyDocument } from '@taller/shared/values/foreign-document.ts';
import { isDiallable } from '@taller/shared/values/phone.ts';
import { dashedRut, isValidRut } from '@taller/shared/values/rut.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import type { OrderFormControls } from './order-form-values.ts';
import styles from './order-fields.module.css';

/** The RUT takes precedence; a phone is used only while there is no RUT. */
function clueOf(rut: string, phone: string): CustomerClue | null {
  const document = tidyDocument(rut);
  if (isDocument(document)) return { by: 'rut', value: document };
  const whole = dashedRut(rut);
  if (isValidRut(whole)) return { by: 'rut', value: whole };
  if ((documentParts(rut)?.number ?? rut).trim() === '' && isDiallable(phone))
    return { by: 'phone', value: phone.replace(/\D/g, '') };
  return null;
}

/** Required fields, in the order of the form. */
const REQUIRED = [
  'customerRut',
  'customerPhone',
  'customerName',
  'brand',
  'model',
  'condition',
  'description',
  'technicalWork',
] as const;

/** Whether the form holds the RUT and the phone of a customer, as it does once they are filled in. */
const isFilledInFrom = (known: KnownCustomer, { by, value }: CustomerClue, phone: string) =>
  by === 'rut' && value === known.customer_rut && phone === known.customer_phone;

const NOBODY: CustomerClue = { by: 'rut', value: '' };

/**
 * 'María ya tiene 3 órdenes': offers to fill in the customer of a RUT or phone, and an earlier device; one click fills
 * in both.
 */
export function RepeatCustomer({ form }: { form: OrderFormControls }) {
  const [rut, phone, name] = useWatch({
    control: form.control,
    name: ['customerRut', 'customerPhone', 'customerName'],
  });
  const [settled, setSettled] = useState<CustomerClue | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(clueOf(rut, phone)), 300);
    return () => clearTimeout(timer);
  }, [rut, phone]);
  const { data: known } = useQuery({
    ...knownCustomerQuery(settled ?? NOBODY),
    enabled: settled !== null,
    // The customer found by phone stays while the RUT filled in with it is looked up: the buttons keep their place.
    placeholderData: (before) =>
      before && settled && isFilledInFrom(before, settled, phone) ? before : undefined,
  });
  // The offered customer matches the form's current text, not the text before the last key.
  const clue = clueOf(rut, phone);
  if (!known || !settled || !clue) return null;
  const isFound = clue.by === settled.by && clue.value === settled.value;
  if (!isFound && !isFilledInFrom(known, clue, phone)) return null;

  const put = (
    values: Partial<
      Record<
        'customerName' | 'customerRut' | 'customerPhone' | 'customerAddress' | 'brand' | 'model' | 'imei',
        string
      >
    >,
  ) => {
    for (const [field, value] of Object.entries(values) as [keyof typeof values, string][])
      form.setValue(field, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const fillIn = (device?: KnownDevice) => {
    put({
      customerName: known.customer_name,
      customerRut: known.customer_rut,
      customerPhone: known.customer_phone,
      customerAddress: known.customer_address,
    });
    if (device) {
      form.setValue('equipmentType', toEquipmentType(device.equipment_type), { shouldDirty: true });
      put({ brand: device.equipment_brand, model: device.equipment_model, imei: device.imei });
    }
    const next = REQUIRED.find((field) => form.getValues(field).trim() === '');
    if (next) form.setFocus(next);
  };
  const isFilledIn = name.trim() === known.customer_name;
  return (
    <Banner
      className={styles.known}
      tone="info"
      alert
      action={
        !isFilledIn && (
          <Button size="sm" icon={<UserRoundCheck aria-hidden="true" />} onClick={() => fillIn()}>
            {texts.fillIn}
          </Button>
        )
      }
    >
      <span>{texts.known(known.customer_name, known.orders)}</span>
      {known.devices.length > 0 && (
        <div className={styles.devices}>
          <span>{texts.devices}</span>
          {known.devices.map((device) => (
            <Button key={device.order_number} size="sm" onClick={() => fillIn(device)}>
              {device.equipment_brand} {device.equipment_model}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}
