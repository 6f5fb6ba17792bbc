// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { orderContactsQuery } from '@taller/shared/orders/customers/order-contacts-query.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test, vi } from 'vitest';
import { ContactForm } from './contact-form.tsx';

const mutate = vi.hoisted(() => vi.fn());
vi.mock(import('@taller/shared/orders/order-mutations.ts'), async (original) => ({
  ...(await original()),
  useChangeOrderMutation: () => ({ mutate, isPending: false, error: null }) as never,
}));

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 4,
  customer_rut: '76123456-0',
  contact_id: null,
  contact: null,
} as unknown as Order;
const PEOPLE = [
  { id: 'c1', name: 'Rosa Compras', role: 'Adquisiciones', phone: '' },
  { id: 'c2', name: 'Hugo Bodega', role: '', phone: '' },
];

const show = (order: Order, people: typeof PEOPLE = PEOPLE) =>
  renderScreen(
    <Dialog open title="Contacto" onOpenChange={() => undefined}>
      <ContactForm order={order} onDone={() => undefined} />
    </Dialog>,
    { role: 'receptionist', answers: [answer(orderContactsQuery('76123456-0'), people)] },
  );
const options = async () =>
  [...(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Contacto' })).options].map(
    ({ text }) => text,
  );

test('CARD-04 the desk chooses one of the card’s contacts, against the version that was read', async () => {
  show(ORDER);
  expect(await options()).toEqual(['Sin contacto', 'Rosa Compras, Adquisiciones', 'Hugo Bodega']);
  fireEvent.change(screen.getByRole('combobox', { name: 'Contacto' }), { target: { value: 'c2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(mutate).toHaveBeenCalled());
  expect(mutate.mock.calls[0]?.[0]).toEqual({ order: { id: 'o7', version: 4 }, patch: { contact_id: 'c2' } });
});

test('CARD-04 who has left the card is still the order’s', async () => {
  show({ ...ORDER, contact_id: 'c9', contact: { name: 'Ana Antigua', role: '', phone: '' } });
  expect(await options()).toContain('Ana Antigua');
});

test('CARD-04 a card without contacts leads to the card', async () => {
  show(ORDER, []);
  expect((await screen.findByRole('link', { name: 'Ver la ficha' })).getAttribute('href')).toBe(
    '/dashboard/clientes/o7',
  );
});
