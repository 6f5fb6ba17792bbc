import { useState } from 'react';
import { changesSinceQuery } from '@taller/shared/orders/timeline-query.ts';
import { fieldDefinition } from '@taller/shared/orders/fields/order-fields.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { formatRelative } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { orderFormTexts } from '#src/features/orders/form/texts.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts } from '#src/features/orders/view/texts.ts';
import { columnLabel, describeValue } from '../shared/describe-change.ts';
import { usePeople } from '../shared/use-people.ts';
import styles from './conflict-panel.module.css';
import { partsOf, type Conflict, type OrderField, type OrderFormControls } from './order-form-values.ts';

const texts = orderTexts.conflict;

/** The form's field name, and the column name for describeValue. */
function fieldOf(field: OrderField): { label: string; column: string } {
  if (field === 'password_type') return { label: orderFormTexts.passwordType, column: field };
  if (field === 'device_password') return { label: orderFormTexts.access, column: field };
  if (
    field === 'warranty_of' ||
    field === 'not_warranty' ||
    field === 'promised_at' ||
    field === 'advance_method' ||
    field === 'advance_till' ||
    field === 'appointment_id' ||
    field === 'visit_order' ||
    field === 'contact' ||
    field === 'more_devices' ||
    field === 'reception_list'
  )
    return { label: columnLabel(field), column: field };
  const { label, formLabel = label, column } = fieldDefinition(field);
  return { label: formLabel, column };
}

interface ConflictPanelProps {
  orderId: string;
  conflict: Conflict;
  form: OrderFormControls;
}

/**
 * Conflict resolution: shows the second of two editors the other's changes, and lets them choose a value for each field
 * (DATA-04).
 */
export function ConflictPanel({ orderId, conflict, form }: ConflictPanelProps) {
  const { mine, theirs, clashes, openedVersion } = conflict;
  const { data: events } = useQuery(changesSinceQuery(orderId, openedVersion));
  const people = usePeople();
  const [choices, setChoices] = useState<Partial<Record<OrderField, 'mine' | 'theirs'>>>({});
  const choose = (field: OrderField, choice: 'mine' | 'theirs') => {
    setChoices({ ...choices, [field]: choice });
    for (const part of partsOf(field))
      form.setValue(part, (choice === 'mine' ? mine : theirs)[part], {
        shouldDirty: true,
        shouldValidate: true,
      });
  };
  const described = (field: OrderField, values: OrderFormInput) =>
    field === 'warranty_of' && values.not_warranty
      ? columnLabel('not_warranty')
      : describeValue(fieldOf(field).column, values[field], people);
  const last = events?.at(-1);
  return (
    <Banner tone="warning" alert>
      <strong>{texts.title}</strong>
      {last && (
        <span>
          {` · ${texts.by(last.actor_name ?? orderViewTexts.bySystem, formatRelative(last.created_at))}`}
        </span>
      )}
      <p>{clashes.length === 0 ? texts.noClash : texts.formText}</p>
      {clashes.map((field) => (
        <fieldset key={field} className={styles.clash}>
          <legend>{fieldOf(field).label}</legend>
          {(['mine', 'theirs'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={`conflict-${field}`}
                checked={(choices[field] ?? 'mine') === choice}
                onChange={() => choose(field, choice)}
              />
              <span>
                <strong>{texts[choice]}:</strong> {described(field, choice === 'mine' ? mine : theirs)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Banner>
  );
}
