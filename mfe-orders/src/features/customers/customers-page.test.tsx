// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { foundCustomersQuery } from '@taller/shared/orders/customers/found-customers-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CustomersPage } from './customers-page.tsx';

vi.mock('#src/features/privacy/privacy-section.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const AMARU = {
  order_id: '7f4a1b0e-0000-4000-8000-000000000001',
  customer_name: 'Amaru Quispe',
  customer_rut: '15254750-1',
  customer_phone: '+56973114455',
  has_account: true,
  orders: 2,
  last_at: '2026-11-20T15:00:00Z',
};

test('SHELL-63 the code of the privacy tab does not come: the screen around it goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    renderScreen(<CustomersPage />, {
      role: 'admin',
      path: `${paths.dashboardCustomers.getHref()}?vista=privacidad`,
    });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar esta parte.');
  expect(screen.getByRole('heading', { level: 1, name: 'Clientes' })).toBeDefined();
  expect(logged).toHaveBeenCalled();
});

test('CUST-30 a person of the orders leads to what the shop has of them', async () => {
  renderScreen(<CustomersPage />, {
    role: 'receptionist',
    path: `${paths.dashboardCustomers.getHref()}?buscar=quispe`,
    pattern: paths.dashboardCustomers.path,
    answers: [answer(foundCustomersQuery('quispe'), [AMARU])],
  });
  const link = await screen.findByRole('link', { name: 'Amaru Quispe' });
  expect(link.getAttribute('href')).toBe(`/dashboard/clientes/${AMARU.order_id}`);
  expect(screen.getByRole('table', { name: 'Clientes' }).textContent).toContain('15.254.750-1');
  fireEvent.click(link);
  expect(history.state).toMatchObject({ usr: '?buscar=quispe' });
});

test('CUST-30 a search without result says so', async () => {
  renderScreen(<CustomersPage />, {
    role: 'technician',
    path: `${paths.dashboardCustomers.getHref()}?buscar=nadie`,
    answers: [answer(foundCustomersQuery('nadie'), [])],
  });
  expect(await screen.findByText('Nadie de las órdenes coincide con la búsqueda.')).toBeDefined();
});

test('CUST-30 the list of those who came last says that there are more', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...AMARU, order_id: `${AMARU.order_id}${at}` }));
  renderScreen(<CustomersPage />, {
    role: 'receptionist',
    path: paths.dashboardCustomers.getHref(),
    answers: [answer(foundCustomersQuery(''), rows)],
  });
  expect(
    await screen.findByText('Se muestran las 20 personas que vinieron último. Busca para ver a las demás.'),
  ).toBeDefined();
});
