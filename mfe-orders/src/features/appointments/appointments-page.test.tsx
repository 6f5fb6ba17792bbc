// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppointmentsPage } from './appointments-page.tsx';

vi.mock('#src/features/privacy/privacy-section.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('SHELL-63 the code of the privacy tab does not come: the screen around it goes on', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () => {
    renderScreen(<AppointmentsPage />, {
      role: 'admin',
      path: `${paths.dashboardAppointments.getHref()}?vista=privacidad`,
    });
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar esta parte.');
  expect(screen.getByRole('heading', { name: 'Citas y clientes' })).toBeDefined();
  expect(logged).toHaveBeenCalled();
});
