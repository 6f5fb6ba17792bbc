// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { openDrawersQuery, type OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { OpenDrawerDialog } from './open-drawer-dialog.tsx';

const OPEN: OpenDrawer = {
  id: '0889895a-4271-45e2-8153-5fced729bcf6',
  till: 'Caja',
  opened_at: '2026-11-27T12:00:00Z',
  opened_by: 'Paula Zúñiga',
  is_own: false,
};

const show = (tills: string[], open: OpenDrawer[]) =>
  renderScreen(<OpenDrawerDialog onClose={vi.fn()} />, {
    role: 'receptionist',
    answers: [answer(openDrawersQuery(), open), answer(deskSettingsQuery(), { tills })],
  });

test.each([
  [[], [], 'En Ajustes no hay ninguna caja. Un administrador puede agregar una en Recepción.'],
  [['Caja'], [OPEN], 'Todas las cajas están abiertas. Para abrir una, primero cuéntala y ciérrala.'],
] as const)('PAY-20 no drawer can be opened: tills %j, open %#', async (tills, open, words) => {
  show([...tills], [...open]);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Abrir caja' })).toHaveProperty('disabled', true);
});
