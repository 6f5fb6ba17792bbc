// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import { openDrawersQuery, type OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { CashDrawer } from './cash-drawer.tsx';

const drawer = (till: string, isOwn = false): OpenDrawer => ({
  id: till,
  till,
  opened_at: '2026-11-27T12:00:00Z',
  opened_by: 'Paula Zúñiga',
  is_own: isOwn,
});

function show(
  open: readonly OpenDrawer[],
  {
    tills = ['Caja'],
    role = 'receptionist',
    till = '',
  }: { role?: Role; tills?: string[]; till?: string } = {},
) {
  const choose = vi.fn<(till: string) => void>();
  const view = renderScreen(<CashDrawer method="cash" till={till} onTillChange={choose} />, {
    role,
    answers: [answer(openDrawersQuery(), [...open]), answer(deskSettingsQuery(), { tills })],
  });
  return { choose, ...view };
}

test('PAY-27 without an open drawer cash says so and opens one there; a technician asks for it', async () => {
  show([]);
  expect(await screen.findByRole('button', { name: 'Abrir caja' })).toBeDefined();
});

test('PAY-27 a technician is told to ask for it, and opens none', async () => {
  show([], { role: 'technician' });
  expect(await screen.findByText(/Pide en el mesón que la abran/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('PAY-21 the only open drawer is named, and among several one is chosen', async () => {
  show([drawer('Caja')]);
  expect(await screen.findByText('El efectivo va a «Caja», la caja de Paula Zúñiga.')).toBeDefined();
});

test('PAY-21 among several drawers of others one is chosen', async () => {
  const { choose } = show([drawer('Caja'), drawer('Mesón')]);
  fireEvent.change(await screen.findByRole('combobox', { name: 'A qué caja' }), {
    target: { value: 'Mesón' },
  });
  expect(choose).toHaveBeenCalledWith('Mesón');
});

test('PAY-28 a till that was chosen is given up when its drawer is closed, or an own one is opened', async () => {
  const closed = show([drawer('Caja')], { till: 'Mesón' });
  await waitFor(() => expect(closed.choose).toHaveBeenCalledWith(''));
  closed.unmount();
  const own = show([drawer('Caja', true), drawer('Mesón')], { till: 'Mesón' });
  await waitFor(() => expect(own.choose).toHaveBeenCalledWith(''));
  own.unmount();
  const { choose } = show([drawer('Caja'), drawer('Mesón')], { till: 'Mesón' });
  await screen.findByRole('combobox', { name: 'A qué caja' });
  expect(choose).not.toHaveBeenCalled();
});
