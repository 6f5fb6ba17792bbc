// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import { customerSearchQuery } from '@taller/shared/people/customers/customer-search-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { CustomersSection } from './customers-section.tsx';

const openList = async (role: Role) => {
  renderScreen(<CustomersSection />, {
    role,
    answers: [
      answer(customerSearchQuery(''), [
        {
          id: 'c1',
          full_name: 'Elena Rojas',
          email: 'elena@correo.test',
          rut: '15254750-1',
          phone: '+56 9 7259 9470',
          rut_verified_at: null,
        },
      ]),
    ],
  });
  await screen.findByText('Elena Rojas');
};

test('AUTH-20 the desk makes another link for a customer whose first one was lost', async () => {
  await openList('receptionist');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Enlace de invitación para Elena Rojas' }));
  });
  expect(await screen.findByRole('button', { name: 'Crear enlace' })).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Enlace de invitación' }).textContent).toContain(
    'Con este enlace Elena Rojas elige su contraseña y entra.',
  );
});

test('AUTH-20 a technician, who makes no accounts, makes no links', async () => {
  await openList('technician');
  expect(screen.queryByRole('button', { name: /^Enlace de invitación/ })).toBeNull();
});

test('UI-10 at 768 px an account with its buttons is one line of the table', async () => {
  // The window without the scroll bar and the page's edges.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(691);
  await openList('receptionist');
  expect(screen.getByRole('table', { name: 'Cuentas' }).dataset.layout).toBe('table');
  vi.restoreAllMocks();
});
