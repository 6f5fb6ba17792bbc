import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { UserRoundCheck } from 'lucide-react';
import {
  knownCustomerQuery,
  type CustomerClue,
  type KnownDevice,
} from '@taller/shared/data/orders/known-customer-query.ts';
import { toEquipmentType } from '@taller/shared/domain/equipment.ts';
import { isDiallable } from '@taller/shared/domain/phone.ts';
import { isValidRut, normaliseRut } from '@taller/shared/domain/rut.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { esOrderForm as texts } from '#src/texts/es-order-form.ts';
import type { OrderFormControls } from './order-fields.tsx';
import styles from './order-fields.module.css';

/** The RUT first; a phone only while there is no RUT. */
function clueOf(rut: string, phone: string): CustomerClue | null {
  if (isValidRut(rut)) return { by: 'rut', value: normaliseRut(rut) };
  if (rut.trim() === '' && isDiallable(phone)) return { by: 'phone', value: phone.replace(/\D/g, '') };
  return null;
}

const NOBODY: CustomerClue = { by: 'rut', value: '' };

/** 'María ya tiene 3 órdenes': offers to fill in who a RUT or phone belongs to, and the devices they brought before. */
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
  const { data: known } = useQuery({ ...knownCustomerQuery(settled ?? NOBODY), enabled: settled !== null });
  if (!known || settled === null) return null;

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
  const fillIn = () =>
    put({
      customerName: known.name,
      customerRut: known.rut,
      customerPhone: known.phone,
      customerAddress: known.address,
    });
  const fillDevice = (device: KnownDevice) => {
    form.setValue('equipmentType', toEquipmentType(device.equipmentType), { shouldDirty: true });
    put({ brand: device.brand, model: device.model, imei: device.imei });
  };
  const isFilledIn = name.trim() === known.name;
  return (
    <Banner
      className={styles.known}
      tone="info"
      alert
      action={
        !isFilledIn && (
          <Button size="sm" variant="primary" icon={<UserRoundCheck aria-hidden="true" />} onClick={fillIn}>
            {texts.fillIn}
          </Button>
        )
      }
    >
      {texts.known(known.name, known.orders)}
      {known.devices.length > 0 && (
        <div className={styles.devices}>
          {texts.devices}
          {known.devices.map((device) => (
            <Button key={device.orderNumber} size="sm" onClick={() => fillDevice(device)}>
              {device.brand} {device.model}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}
