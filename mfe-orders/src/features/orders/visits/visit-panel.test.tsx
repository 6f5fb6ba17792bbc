// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { visitOrdersQuery, type VisitOrder } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { visitTexts } from './texts.ts';
import { VisitPanel } from './visit-panel.tsx';

const ORDER = { id: 'o1' };
const orderOf = (id: string, number: number, part: Partial<VisitOrder> = {}): VisitOrder => ({
  visit: 3,
  id,
  order_number: number,
  status: 'pending',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A15 con un nombre de modelo que es muy largo',
  balance: 0,
  ...part,
});

const show = (role: Role, visit: readonly VisitOrder[]) =>
  renderScreen(
    <>
      <VisitPanel order={ORDER} role={role} onDeliver={() => undefined} />
      <p>Listo</p>
    </>,
    { role, answers: [answer(visitOrdersQuery('o1'), visit)] },
  );

test('REC-03 an order shows the others of its visit, with state and balance; alone it shows nothing', async () => {
  show('technician', [
    orderOf('o1', 41),
    orderOf('o2', 42, { status: 'completed', balance: 45_000 }),
    orderOf('o3', 43),
  ]);
  expect(await screen.findByRole('heading', { name: 'Visita de 3 equipos' })).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['o2', 'o3'].map((id) => paths.orderView.getHref(id)),
  );
  expect(screen.getByText(/^Saldo \$45\.000$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: visitTexts.leave })).toBeNull();
});

test('REC-03 an order that came alone shows no visit', async () => {
  show('admin', []);
  expect(await screen.findByText('Listo')).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});

test('REC-07 the desk is asked before an order leaves its visit', async () => {
  show('receptionist', [orderOf('o1', 41), orderOf('o2', 42)]);
  fireEvent.click(await screen.findByRole('button', { name: visitTexts.leave }));
  expect(await screen.findByText(visitTexts.leaveText)).toBeDefined();
});
