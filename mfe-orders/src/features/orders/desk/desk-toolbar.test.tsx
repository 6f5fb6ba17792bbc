// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { orderTechniciansQuery } from '@taller/shared/orders/order-technicians-query.ts';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer, type Answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { DeskToolbar } from './desk-toolbar.tsx';
import { readDesk } from './use-desk-filter.ts';
import { NewOrderDialog } from './use-new-order.ts';

const ROLE = 'receptionist';

const show = (address: string, more: readonly Answer[] = []) =>
  renderScreen(
    <DeskToolbar
      role={ROLE}
      userId="r1"
      filter={readDesk(ROLE, new URLSearchParams(address))}
      onChange={() => undefined}
      onNewOrder={() => undefined}
      searchRef={null}
    />,
    {
      role: ROLE,
      answers: [answer(techniciansQuery(), []), answer(orderTechniciansQuery(), []), ...more],
    },
  );

test('SHELL-74 the form of a new order is asked for when the pointer or the focus is on its button', () => {
  const preload = vi.spyOn(NewOrderDialog, 'preload');
  show('');
  expect(preload).not.toHaveBeenCalled();
  const button = screen.getByRole('button', { name: 'Nueva orden' });
  fireEvent.pointerEnter(button);
  expect(preload).toHaveBeenCalledOnce();
  fireEvent.focus(button);
  expect(preload).toHaveBeenCalledTimes(2);
});

test('TIME-06 the reasons for waiting are read for the orders that wait only', async () => {
  let reads = 0;
  const settings = answer(deskSettingsQuery(), () => {
    reads += 1;
    return FIRST_VALUES.desk;
  });
  const { unmount } = show('', [settings]);
  expect(screen.queryByRole('combobox', { name: 'Espera' })).toBeNull();
  unmount();
  expect(reads).toBe(0);
  show('vista=en-espera', [settings]);
  expect(await screen.findByRole('option', { name: 'Laboratorio externo' })).toBeDefined();
  expect(reads).toBe(1);
});

test('REC-107 the place is among the filters while it is on, also one that the list has no more', async () => {
  const settings = answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, places: ['Recepción'] });
  const { unmount } = show('', [settings]);
  expect(screen.queryByRole('combobox', { name: 'Ubicación' })).toBeNull();
  unmount();
  show('ubicacion=Estante+viejo', [settings]);
  expect(await screen.findByRole('option', { name: 'Recepción' })).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ubicación' }).value).toBe('Estante viejo');
});
