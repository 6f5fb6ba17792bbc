import { Fragment, useState, type ReactNode } from 'react';
import {
  FIELD_NAMES,
  fieldDefinition,
  type FieldName,
  type OrderFieldDefinition,
} from '@taller/shared/orders/fields/order-fields.ts';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { AdvanceMethod } from './advance-method.tsx';
import { NewOrderContact } from '../contact/new-order-contact.tsx';
import { DeviceCodeField } from './device-code-field.tsx';
import { IdentityField } from './identity-field.tsx';
import { IntakeSearch } from '../intake/intake-search.tsx';
import { OrderChips, UsualWork } from './order-chips.tsx';
import { OrderField } from './order-field.tsx';
import type { OrderFormControls } from './order-form-values.ts';
import styles from './order-fields.module.css';
import { RepeatCustomer } from './repeat-customer.tsx';
import { OtherCustomersWarranty, WarrantyOffer } from '../warranty/warranty-offer.tsx';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { PromiseField } from '../promises/promise-field.tsx';
import type { DoubtAnswer } from '../promises/use-doubt-answer.ts';
import { NewOrderChecklist } from '../checklists/new-order-checklist.tsx';
import { NewOrderPhotos, type NewOrderPhotosProps } from '../photos/new-order-photos.tsx';

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
  /** The photos of a new order. */
  photos?: NewOrderPhotosProps;
}

/** RUT and phone come first: they identify a returning customer. */
const FIND_CUSTOMER: readonly FieldName[] = ['customerRut', 'customerPhone'];

const fieldsOf = (group: OrderFieldDefinition['group']) =>
  FIELD_NAMES.filter((name) => fieldDefinition(name).group === group && !FIND_CUSTOMER.includes(name));

/** The fields of an order (ORD-03), in the order in which they are asked at the counter. */
export function OrderFields({
  form,
  isNew = false,
  asksWho = isNew,
  doubt,
  order,
  photos,
}: OrderFieldsProps) {
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
        {isNew && <NewOrderContact form={form} />}
        {fieldsOf('customer').map(control)}
      </Group>
      <Group title={texts.equipment}>
        {fieldsOf('equipment').map(withNotes)}
        {isNew && <NewOrderChecklist form={form} />}
        {photos && <NewOrderPhotos {...photos} />}
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
