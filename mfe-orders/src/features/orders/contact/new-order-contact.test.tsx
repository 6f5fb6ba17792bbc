// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { contactOf, type ChosenContact } from '@taller/shared/orders/customers/chosen-contact.ts';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import type { OrderForm, OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import { EMPTY_ORDER_FORM } from '../form/order-form-values.ts';
import { NewOrderContact } from './new-order-contact.tsx';
import { contactTexts as texts } from './texts.ts';

const COMPANY = '76123456-0';
const PERSON = '15254750-1';
const ROSA = { id: 'c1', name: 'Rosa Compras', role: 'Adquisiciones', phone: '+56 9 8444 1122' };
const HUGO = { id: 'c2', name: 'Hugo Bodega', role: '', phone: '' };

function Field({ values }: { values: Partial<OrderFormInput> }) {
  const form = useForm<OrderFormInput, unknown, OrderForm>({
    defaultValues: { ...EMPTY_ORDER_FORM, ...values },
  });
  const { contact, customerRut } = useWatch({ control: form.control });
  return (
    <>
      <input aria-label="RUT" {...form.register('customerRut')} />
      <NewOrderContact form={form} />
      <output>{contactOf(contact as ChosenContact | null, customerRut ?? '')?.id}</output>
    </>
  );
}
const show = (
  values: Partial<OrderFormInput>,
  people: (typeof ROSA)[] | (() => Promise<never>) = [ROSA, HUGO],
) =>
  renderScreen(<Field values={values} />, {
    role: 'receptionist',
    answers: [answer(orderContactsQuery(COMPANY), people), answer(orderContactsQuery(PERSON), [])],
  });
const field = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Quién lo trae/ });
/** The contact that would be sent. */
const said = () => screen.getByRole('status').textContent;
const setRut = (value: string) => fireEvent.change(screen.getByLabelText('RUT'), { target: { value } });

test('REC-16 a company’s contacts are offered once its RUT is whole, and nobody is chosen', async () => {
  show({});
  setRut('76123456');
  expect(screen.queryByRole('combobox')).toBeNull();
  setRut(COMPANY);
  expect([...(await field()).options].map(({ text }) => text)).toEqual([
    texts.none,
    'Rosa Compras, Adquisiciones',
    'Hugo Bodega',
  ]);
  expect(said()).toBe('');
  fireEvent.change(await field(), { target: { value: 'c2' } });
  expect(said()).toBe('c2');
  fireEvent.change(await field(), { target: { value: '' } });
  expect(said()).toBe('');
});

test('REC-16 with another RUT nobody is chosen, and with the first one again who was', async () => {
  show({ customerRut: COMPANY });
  fireEvent.change(await field(), { target: { value: 'c1' } });
  setRut(PERSON);
  await expect.poll(() => screen.queryByRole('combobox')).toBeNull();
  expect(said()).toBe('');
  setRut(COMPANY);
  expect((await field()).value).toBe('c1');
  expect(said()).toBe('c1');
});

test.each([
  ['has left the card', [HUGO]],
  ['’s card does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
])('REC-16 a draft’s contact that %s is still shown as it will be sent', async (_why, people) => {
  show({ customerRut: COMPANY, contact: { id: 'c9', rut: COMPANY, name: 'Ana Antigua' } }, people);
  const select = await field();
  expect(select.selectedOptions[0]?.text).toBe('Ana Antigua');
  fireEvent.change(select, { target: { value: '' } });
  expect(said()).toBe('');
});
