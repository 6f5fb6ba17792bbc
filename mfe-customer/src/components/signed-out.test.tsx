import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inRouter } from '@taller/shared/testing/in-router.tsx';
import { CustomerPanelPage } from '../features/panel/customer-panel-page.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

// The shell's guard blocks signed-out users from both screens; if it fails, they show an error and send no requests.

test("CUST-01 without a valid stored user the panel says 'No autorizado'", () => {
  const html = renderToString(inRouter(<CustomerPanelPage />));
  expect(html).toContain('No autorizado');
  expect(html).not.toContain('Mis órdenes');
});

test("CUST-03 without a user the profile says 'No hay un usuario autenticado.'", () => {
  const html = renderToString(inRouter(<ProfilePage />));
  expect(html).toContain('No hay un usuario autenticado.');
  expect(html).not.toContain('Editar Perfil');
});
