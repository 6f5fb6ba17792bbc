// @vitest-environment jsdom
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PeekPlace } from './peek-place.tsx';
import { peekTexts } from './texts.ts';

vi.mock('./peek-panel.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const ROLE = 'admin';

test('SHELL-63 the code of the order beside the list does not come: the list stays, and the place can be closed', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const close = vi.fn<() => void>();
  const nothing = () => undefined;
  await act(async () => {
    renderScreen(
      <PeekPlace
        peek={{ offered: true, id: 'one', open: nothing, close, follow: nothing, settle: nothing }}
        role={ROLE}
        deletedIds={new Set()}
        onTask={nothing}
        onChooseStatus={nothing}
        onFocusOrder={nothing}
      >
        <p>La lista</p>
      </PeekPlace>,
    );
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos mostrar esta parte.');
  expect(screen.getByText('La lista')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: peekTexts.close }));
  expect(close).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalled();
});
