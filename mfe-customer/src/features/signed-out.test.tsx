import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CustomerPanel } from './panel/customer-panel.tsx';
import { ProfileScreen } from './profile/profile-screen.tsx';

// The shell's guard keeps the signed-out away from both screens; should it fail, they say so and ask the server for nothing.

test("CUST-01 without a valid stored user the panel says 'No autorizado'", () => {
  const html = renderToString(<CustomerPanel />);
  expect(html).toContain('No autorizado');
  expect(html).not.toContain('Mis órdenes');
});

test("CUST-03 without a user the profile says 'No hay un usuario autenticado.'", () => {
  const html = renderToString(<ProfileScreen />);
  expect(html).toContain('No hay un usuario autenticado.');
  expect(html).not.toContain('Editar Perfil');
});
