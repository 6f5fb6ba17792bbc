// @vitest-environment jsdom
import { NEWEST_FIRST } from '@taller/shared/orders/order-filter.ts';
import { viewCountsQuery } from '@taller/shared/orders/order-list-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { savedViewTexts } from './texts.ts';
import { ViewBar } from './view-bar.tsx';

const ROLE = 'admin';

vi.mock('./view-name-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('SHELL-74 the code of the dialog that names a view does not come: its frame closes, and the views stay', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderScreen(
    <ViewBar
      role={ROLE}
      filter={{
        search: 'pantalla',
        field: 'all',
        status: null,
        technicianId: null,
        waitReason: null,
        view: null,
        sort: NEWEST_FIRST,
        page: 1,
      }}
      saved={{ views: [], start: null, isSettled: true }}
      onChange={() => undefined}
    />,
    { role: ROLE, answers: [answer(viewCountsQuery(), {})] },
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Guardar vista' }));
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos abrir esta ventana.');
  expect(screen.getByRole('dialog', { name: savedViewTexts.saveTitle })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('navigation')).toBeDefined();
  expect(logged).toHaveBeenCalled();
});
