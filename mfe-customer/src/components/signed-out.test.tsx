// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { CustomerPanelPage } from '../features/panel/customer-panel-page.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

// The shell's guard blocks signed-out users from both screens; if it fails, they show an error and send no requests.

test("CUST-01 without a valid stored user the panel says 'No autorizado'", () => {
  renderScreen(<CustomerPanelPage />);
  expect(screen.getByText('No autorizado')).toBeDefined();
  expect(screen.queryByText('Mis órdenes')).toBeNull();
});

test("CUST-03 without a user the profile says 'No hay un usuario autenticado.'", () => {
  renderScreen(<ProfilePage />);
  expect(screen.getByText('No hay un usuario autenticado.')).toBeDefined();
  expect(screen.queryByText('Editar Perfil')).toBeNull();
});
