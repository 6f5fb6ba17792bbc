// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { DeskToolbar } from './desk-toolbar.tsx';
import { readDesk } from './use-desk-filter.ts';
import { NewOrderDialog } from './use-new-order.ts';

test('SHELL-74 the form of a new order is asked for when the pointer or the focus is on its button', () => {
  const preload = vi.spyOn(NewOrderDialog, 'preload');
  renderScreen(
    <DeskToolbar
      role="receptionist"
      userId="r1"
      filter={readDesk('receptionist', new URLSearchParams())}
      onChange={() => undefined}
      onNewOrder={() => undefined}
      searchRef={null}
    />,
    { role: 'receptionist' },
  );
  expect(preload).not.toHaveBeenCalled();
  const button = screen.getByRole('button', { name: 'Nueva orden' });
  fireEvent.pointerEnter(button);
  expect(preload).toHaveBeenCalledOnce();
  fireEvent.focus(button);
  expect(preload).toHaveBeenCalledTimes(2);
});
