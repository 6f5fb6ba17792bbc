import { Fragment, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import {
  FIELD_NAMES,
  fieldDefinition,
  type FieldName,
  type OrderFieldDefinition,
} from '@taller/shared/orders/fields/order-fields.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { AdvanceMethod } from './advance-method.tsx';
import { DeviceCodeField } from './device-code-field.tsx';
import { fillIn } from './fill-in.ts';
import { IdentityField } from './identity-field.tsx';
import { IntakeSearch } from '../intake/intake-search.tsx';
import { OrderField } from './order-field.tsx';
import type { OrderFormControls } from './order-form-values.ts';
import styles from './order-fields.module.css';
import { RepeatCustomer } from './repeat-customer.tsx';
import { OtherCustomersWarranty, WarrantyOffer } from '../warranty/warranty-offer.tsx';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { PromiseField } from '../promises/promise-field.tsx';
import type { DoubtAnswer } from '../promises/use-doubt-answer.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { NewOrderChecklist } from '../checklists/new-order-checklist.tsx';
import { cannedQuotes, commonFaults, usualPrice } from '../suggestions/canned-text.ts';
import { TextChips } from '../suggestions/text-chips.tsx';
import { suggestionTexts } from '../suggestions/texts.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';

/** Buttons for the usual faults of this kind of device, or for what customers leave with it (CFG-62). */
function OrderChips({ form, name }: { form: OrderFormControls; name: 'condition' | 'description' }) {
  const settings = useDeskSettings();
  const type = toEquipmentType(useWatch({ control: form.control, name: 'equipmentType' }));
  return name === 'condition' ? (
    <TextChips
      form={form}
      name={name}
      label={suggestionTexts.accessories}
      texts={settings?.accessories[type]}
    />
  ) : (
    <TextChips
      form={form}
      name={name}
      label={suggestionTexts.faults}
      texts={settings && commonFaults(settings, type)}
    />
  );
}

/**
 * Buttons for the shop's usual quotes (QUO-11) of this kind of device: one press fills in the work and adds its price,
 * another takes both out (REC-10).
 */
function UsualWork({ form }: { form: OrderFormControls }) {
  const settings = useDeskSettings();
  const quotes = cannedQuotes(settings, useWatch({ control: form.control, name: 'equipmentType' }));
  return (
    <TextChips
      form={form}
      name="technicalWork"
      label={suggestionTexts.usualWork}
      texts={settings && [...quotes.keys()]}
      onToggle={(name, isAdded) => {
        const price = usualPrice(quotes.get(name) ?? []);
        const before = Number(form.getValues('quote')) || 0;
        fillIn(form, { quote: Math.max(before + (isAdded ? price : -price), 0) });
      }}
    />
  );
}

interface OrderFieldsProps {
  form: OrderFormControls;
  /** A new order: offers the data of a returning customer, and buttons for what is usual. */
  isNew?: boolean;
  /** The answer to the warning about an unusual promised time. */
  doubt?: DoubtAnswer;
  /** It begins with the question who the customer is. */
  asksWho?: boolean;
  /** The order that is edited. */
  order?: Order;
}

/** RUT and phone come first: they identify a returning customer. */
const FIND_CUSTOMER: readonly FieldName[] = ['customerRut', 'customerPhone'];

const fieldsOf = (group: OrderFieldDefinition['group']) =>
  FIELD_NAMES.filter((name) => fieldDefinition(name).group === group && !FIND_CUSTOMER.includes(name));

/** The fields of an order (ORD-03), in the order in which they are asked at the counter. */
export function OrderFields({ form, isNew = false, asksWho = isNew, doubt, order }: OrderFieldsProps) {
  const [belowImei, setBelowImei] = useState<HTMLElement | null>(null);
  const control = (name: FieldName) => <OrderField key={name} form={form} name={name} />;
  const withNotes = (name: FieldName) => (
    <Fragment key={name}>
      {control(name)}
      {isNew && (name === 'condition' || name === 'description') && <OrderChips form={form} name={name} />}
      {isNew && name === 'technicalWork' && <UsualWork form={form} />}
      {name === 'imei' && (
        <>
          <div ref={setBelowImei} className={styles.belowImei} />
          <OtherCustomersWarranty form={form} order={order} />
        </>
      )}
    </Fragment>
  );
  return (
    <div className={styles.groups}>
      {isNew && <IntakeSearch form={form} autoFocus={asksWho} />}
      <Group title={texts.customer}>
        <IdentityField form={form} />
        {control('customerPhone')}
        <WarrantyOffer form={form} order={order} belowImei={belowImei} />
        {isNew && <RepeatCustomer form={form} />}
        {fieldsOf('customer').map(control)}
      </Group>
      <Group title={texts.equipment}>
        {fieldsOf('equipment').map(withNotes)}
        {isNew && <NewOrderChecklist form={form} />}
      </Group>
      <Group title={texts.work}>
        {fieldsOf('work').map(withNotes)}
        {doubt && <PromiseField form={form} doubt={doubt} />}
      </Group>
      <Group title={texts.payment}>
        {fieldsOf('payment').map(control)}
        {isNew && <AdvanceMethod form={form} />}
      </Group>
      <Group title={texts.access}>
        <DeviceCodeField
          form={form}
          storedCodeType={order?.device_code_stored ? order.password_type : null}
        />
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
