// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { AuthPage } from './auth-page.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The field is described by the text, as screen readers tell it. */
const expectDescribed = (label: string, text: string) =>
  expect
    .poll(() =>
      (field(label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
    .toContain(text);

test('AUTH-01 switching between login and registration clears messages and leaves no history entry', async () => {
  renderScreen(<AuthPage />, { path: '/auth' });
  const before = history.length;
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Iniciar Sesión');
  press('Iniciar Sesión');
  expect(await screen.findByText('El correo electrónico es obligatorio.')).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: 'Regístrate' }));
  expect(location.pathname + location.search).toBe('/auth?register=true');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Crear cuenta');
  expect(document.title).toMatch(/^Crear cuenta/);
  expect(screen.queryByText('El correo electrónico es obligatorio.')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Inicia sesión' }));
  expect(location.pathname + location.search).toBe('/auth');
  expect(history.length).toBe(before);
});

test('AUTH-02 login fields: each rule beside its field, and the link to /forgot-password', async () => {
  renderScreen(<AuthPage />, { path: '/auth' });
  press('Iniciar Sesión');
  await expectDescribed('Correo electrónico', 'El correo electrónico es obligatorio.');
  await expectDescribed('Contraseña', 'La contraseña es obligatoria.');
  expect(document.activeElement).toBe(field('Correo electrónico'));
  type('Correo electrónico', 'camila@');
  type('Contraseña', '12345');
  press('Iniciar Sesión');
  await expectDescribed('Correo electrónico', 'Ingresa un correo electrónico válido.');
  await expectDescribed('Contraseña', 'La contraseña debe tener al menos 6 caracteres.');
  fireEvent.click(screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' }));
  expect(location.pathname).toBe('/forgot-password');
});

test('AUTH-03 registration: each rule beside its field, and nothing typed is lost', async () => {
  renderScreen(<AuthPage />, { path: paths.register.getHref() });
  await expectDescribed('RUT', 'Formato: 12345678-9');
  press('Registrarse');
  await expectDescribed('Nombre completo', 'El nombre completo es obligatorio.');
  await expectDescribed('RUT', 'El RUT es obligatorio.');
  await expectDescribed('Teléfono', 'El teléfono es obligatorio.');
  await expectDescribed('Correo electrónico', 'El correo electrónico es obligatorio.');
  await expectDescribed('Contraseña', 'La contraseña es obligatoria.');
  type('Nombre completo', 'Rosa Araya Núñez');
  type('RUT', '123');
  type('Teléfono', '12');
  type('Correo electrónico', 'rosa@correo.test');
  type('Contraseña', 'corta');
  press('Registrarse');
  await expectDescribed('RUT', 'Formato: 12345678-9');
  expect(field('RUT').getAttribute('aria-invalid')).toBe('true');
  await expectDescribed('Teléfono', 'Ingresa un teléfono válido');
  await expectDescribed('Contraseña', 'La contraseña debe tener al menos 6 caracteres.');
  expect(field('Nombre completo').value).toBe('Rosa Araya Núñez');
});

test('PRIV-22 registration says that its data is kept by consent, and leads to the privacy page beside it', () => {
  renderScreen(<AuthPage />, { path: paths.register.getHref() });
  expect(screen.getByText('Al registrarte aceptas que guardemos estos datos.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Cómo los tratamos' });
  expect(link.getAttribute('href')).toBe('/privacidad');
  // Another tab, since this one has typed input.
  expect(link.getAttribute('target')).toBe('_blank');
});
