// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { usersQuery } from '@taller/shared/people/users/users-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { UsersPage } from './users-page.tsx';

const person = (role: 'admin' | 'receptionist' | 'customer', name: string) => ({
  id: `user-${role}`,
  email: `${role}@taller.test`,
  full_name: name,
  rut: '12345678-5',
  phone: '+56912345678',
  role,
  created_at: '2026-01-02T12:00:00Z',
});
const STAFF = [person('admin', 'Ana Pizarro'), person('receptionist', 'Berta Soto')];
const CUSTOMERS = [person('customer', 'Camila Núñez')];
const EVERYBODY = [
  answer(usersQuery('staff', ''), { users: STAFF, total: 2 }),
  answer(usersQuery('customers', ''), { users: CUSTOMERS, total: 1 }),
];
const row = (table: string, text: string) =>
  within(screen.getByRole('table', { name: table })).queryByText(text);

test('ORD-14 everybody is listed, the team first, and the search is for both', async () => {
  renderScreen(<UsersPage />, {
    role: 'admin',
    answers: [
      ...EVERYBODY,
      answer(usersQuery('staff', 'nunez'), { users: [], total: 0 }),
      answer(usersQuery('customers', 'nunez'), { users: CUSTOMERS, total: 1 }),
    ],
  });
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(['Equipo', 'Clientes']);
  expect(row('Equipo', 'receptionist@taller.test')).not.toBeNull();
  expect(row('Clientes', 'customer@taller.test')).not.toBeNull();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nunez' } });
  expect(await screen.findByText('Nadie del equipo coincide con la búsqueda.')).toBeDefined();
  expect(row('Clientes', 'customer@taller.test')).not.toBeNull();
});

test('ORD-14 the rules of a new user: everything is named beside its field, and the typed text stays', async () => {
  renderScreen(<UsersPage />, { role: 'admin', answers: EVERYBODY });
  fireEvent.click(screen.getByRole('button', { name: 'Nuevo usuario' }));
  const form = within(await screen.findByRole('dialog', { name: 'Nuevo usuario' }));
  fireEvent.click(form.getByRole('button', { name: 'Crear usuario' }));
  for (const text of [
    'El nombre completo es obligatorio.',
    'El correo electrónico es obligatorio.',
    'La contraseña es obligatoria.',
    'El RUT es obligatorio.',
  ])
    expect(await form.findByText(text)).toBeDefined();
  // The message of the field, and the choice that is none.
  expect(form.getAllByText(/^Elige un rol\.?$/).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Elige un rol.', 'Elige un rol']),
  );
  const roles = [...form.getByLabelText<HTMLSelectElement>('Rol').options].map(({ text }) => text);
  expect(roles).toEqual(['Elige un rol', 'Técnico', 'Recepción', 'Admin']);
  fireEvent.change(form.getByLabelText('RUT'), { target: { value: '123' } });
  fireEvent.change(form.getByLabelText('Contraseña'), { target: { value: '12345' } });
  expect(await form.findByText('La contraseña debe tener al menos 6 caracteres.')).toBeDefined();
  await expect.poll(() => form.queryByText('El RUT es obligatorio.')).toBeNull();
  expect(form.getByLabelText('RUT').getAttribute('aria-invalid')).toBe('true');
  expect(form.getAllByText('Formato: 12345678-9')[0]).toBeDefined();
  expect(form.getByLabelText<HTMLInputElement>('RUT').value).toBe('123');
});

test('ORD-14 nobody deletes their own account, and a change of one’s own role shows a warning', async () => {
  renderScreen(<UsersPage />, { role: 'admin', answers: EVERYBODY });
  const remove = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name: `Eliminar a ${name}` });
  expect(remove('Ana Pizarro').disabled).toBe(true);
  expect(remove('Berta Soto').disabled).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Editar a Ana Pizarro' }));
  const form = within(await screen.findByRole('dialog', { name: 'Editar usuario' }));
  for (const label of ['Correo electrónico', 'RUT'])
    expect(form.getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
  fireEvent.change(form.getByLabelText('Rol'), { target: { value: 'technician' } });
  expect(await form.findByText('Si cambias tu propio rol, dejarás de ver esta pantalla.')).toBeDefined();
});
