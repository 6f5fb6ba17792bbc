// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Contact, CustomerRecord } from '@taller/shared/orders/customers/customer-record-query.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { CardDialog } from './card-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { Meanwhile } from './meanwhile.tsx';

const CONTACT: Contact = {
  id: 'c1',
  name: 'Rosa Compras',
  phone: '+56 9 8444 1122',
  email: '',
  role: 'Compras',
  version: 1,
};
const CARD: NonNullable<CustomerRecord['card']> = {
  is_company: true,
  business_name: 'Quispe SpA',
  business_activity: '',
  notes: 'Paga a 30 días',
  version: 3,
  updated_at: '2026-11-20T15:00:00Z',
  updated_by: 'Eva Soto',
};

const showContact = (now: Contact | undefined) =>
  renderScreen(<ContactDialog id="o1" contact={CONTACT} now={now} onClose={() => undefined} />, {
    role: 'receptionist',
  });

test('CARD-02 a contact that somebody else changed meanwhile says what it is now, and keeps what is typed', async () => {
  showContact({ ...CONTACT, role: 'Gerencia', version: 2 });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nombre' });
  fireEvent.change(name, { target: { value: 'Rosa Soto' } });
  const notice = screen.getByRole('alert').textContent;
  expect(notice).toContain('Cargo: Gerencia');
  expect(notice).toContain('Nombre: Rosa Compras');
  expect(notice).not.toContain('Teléfono');
  expect(name.value).toBe('Rosa Soto');
});

test('CARD-02 nothing is said of a contact that is as it was read, or that this form has changed itself', async () => {
  showContact(CONTACT);
  await screen.findByRole('textbox', { name: 'Nombre' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CARD-02 notes that somebody else wrote meanwhile are shown beside the own ones', async () => {
  renderScreen(
    <CardDialog
      id="o1"
      opened={CARD}
      card={{ ...CARD, notes: 'Paga a 60 días', version: 4 }}
      onClose={() => undefined}
    />,
    { role: 'receptionist' },
  );
  const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Notas/ });
  expect(screen.getByRole('alert').textContent).toContain('Notas: Paga a 60 días');
  expect(notes.value).toBe('Paga a 30 días');
});

test('CARD-02 a refusal and what somebody else saved are one notice, and nothing is none', async () => {
  const failure = 'Otra persona cambió la ficha mientras tanto. Revisa en qué quedó y guarda de nuevo.';
  const fields = [{ label: 'Giro', theirs: 'Obras', mine: 'Obras menores' }];
  const { rerender } = renderScreen(<Meanwhile fields={fields} failure={failure} />);
  const [notice, ...others] = await screen.findAllByRole('alert');
  expect(notice?.textContent).toBe(`${failure}Otra persona guardó:Giro: Obras`);
  expect(others).toEqual([]);
  rerender(<Meanwhile fields={[]} failure={null} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
