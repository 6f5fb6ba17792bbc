import { useWatch } from 'react-hook-form';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import {
  knownCustomerQuery,
  type CustomerClue,
  type KnownCustomer,
  type KnownDevice,
} from '@taller/shared/orders/order-form-queries.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { fillIn, focusNextRequired } from './fill-in.ts';
import type { OrderFormControls } from './order-form-values.ts';
import styles from './order-fields.module.css';
import { customerClue, useCustomerClues } from './use-customer-clues.ts';

/** Whether the form holds the RUT and the phone of a customer, as it does once they are filled in. */
const isFilledInFrom = (known: KnownCustomer, { by, value }: CustomerClue, phone: string) =>
  by === 'rut' && value === known.customer_rut && phone === known.customer_phone;

const NOBODY: CustomerClue = { by: 'rut', value: '' };

/**
 * 'María ya tiene 3 órdenes': offers to fill in the customer of a RUT or phone, and an earlier device; one click fills
 * in both.
 */
export function RepeatCustomer({ form }: { form: OrderFormControls }) {
  const [name, original] = useWatch({ control: form.control, name: ['customerName', 'warranty_of'] });
  const { typed, settled: paused } = useCustomerClues(form);
  const settled = customerClue(paused);
  const { data: known } = useQuery({
    ...knownCustomerQuery(settled ?? NOBODY),
    enabled: settled !== null,
    // The customer found by phone stays while the RUT filled in with it is looked up: the buttons keep their place.
    placeholderData: (before) =>
      before && settled && isFilledInFrom(before, settled, typed.phone) ? before : undefined,
  });
  // The offered customer matches the form's current text, not the text before the last key.
  const clue = customerClue(typed);
  // A return has its customer and its device from its original.
  if (!known || !settled || !clue || original !== null) return null;
  const isFound = clue.by === settled.by && clue.value === settled.value;
  if (!isFound && !isFilledInFrom(known, clue, typed.phone)) return null;

  const enter = (device?: KnownDevice) => {
    fillIn(form, {
      customerName: known.customer_name,
      customerRut: known.customer_rut,
      customerPhone: known.customer_phone,
      customerAddress: known.customer_address,
      ...(device && {
        equipmentType: toEquipmentType(device.equipment_type),
        brand: device.equipment_brand,
        model: device.equipment_model,
        imei: device.imei,
      }),
    });
    focusNextRequired(form);
  };
  const isFilledIn = name.trim() === known.customer_name;
  return (
    <Banner
      className={styles.known}
      tone="info"
      alert
      action={
        !isFilledIn && (
          <Button size="sm" icon={<UserRoundCheck aria-hidden="true" />} onClick={() => enter()}>
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
            <Button key={device.order_number} size="sm" onClick={() => enter(device)}>
              {device.equipment_brand} {device.equipment_model}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}
