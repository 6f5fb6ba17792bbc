import { useController } from 'react-hook-form';
import { contactOf } from '@taller/shared/orders/customers/chosen-contact.ts';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import { useQuery } from '@taller/shared/query';
import { Select } from '@taller/shared/ui/select.tsx';
import { contactName } from '#src/components/contact-words.ts';
import type { OrderFormControls } from '../form/order-form-values.ts';
import { useCustomerClues, wholeIdentity } from '../form/use-customer-clues.ts';
import { contactTexts as texts } from './texts.ts';

/** The person who brings a company's device (REC-16); renders nothing if the customer's card has no contacts. */
export function NewOrderContact({ form }: { form: OrderFormControls }) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name: 'contact' });
  const { typed, settled } = useCustomerClues(form);
  const rut = wholeIdentity(typed.rut);
  const asked = wholeIdentity(settled.rut);
  const { data } = useQuery({ ...orderContactsQuery(asked), enabled: asked !== '' });
  const offered = (asked === rut && data) || [];
  const chosen = contactOf(value, rut);
  // One that has left the card, or whose card did not come, is the form's until somebody changes it.
  const gone = chosen && offered.every(({ id }) => id !== chosen.id) ? [chosen] : [];
  const people = [...offered.map((person) => ({ id: person.id, rut, name: contactName(person) })), ...gone];
  if (people.length === 0) return null;
  return (
    <Select
      ref={ref}
      label={texts.brings}
      optional
      placeholder={texts.none}
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen?.id ?? ''}
      onChange={({ target }) => onChange(people.find(({ id }) => id === target.value) ?? null)}
      onBlur={onBlur}
    />
  );
}
