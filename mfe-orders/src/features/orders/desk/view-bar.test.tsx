// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { NEWEST_FIRST, type OrderListFilter } from '@taller/shared/orders/order-filter.ts';
import { viewCountsQuery } from '@taller/shared/orders/order-list-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { savedViewTexts } from './texts.ts';
import { ViewBar } from './view-bar.tsx';

const ROLE = 'admin';

const show = (
  filter: Partial<OrderListFilter>,
  onChange: (part: Partial<OrderListFilter>) => void = () => undefined,
) =>
  renderScreen(
    <ViewBar
      role={ROLE}
      filter={{
        search: 'pantalla',
        field: 'all',
        status: null,
        technicianId: null,
        waitReason: null,
        place: null,
        view: null,
        sort: NEWEST_FIRST,
        page: 1,
        ...filter,
      }}
      saved={{ views: [], start: null, isSettled: true }}
      onChange={onChange}
    />,
    { role: ROLE, answers: [answer(viewCountsQuery(), {})] },
  );

vi.mock('./view-name-dialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('ORD-61 a filtered list is not Todas: its link is not lit, and leads to the whole list', () => {
  const onChange = vi.fn<(part: Partial<OrderListFilter>) => void>();
  show({ search: '', status: 'quoted', technicianId: 't1' }, onChange);
  const all = screen.getByRole('link', { name: /^Todas/ });
  expect(all.getAttribute('aria-current')).toBeNull();
  fireEvent.click(all);
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ view: null, status: null, technicianId: null });
});

test('ORD-61 a search goes on in the whole list when a view is left for it', () => {
  const onChange = vi.fn<(part: Partial<OrderListFilter>) => void>();
  show({ view: 'ready' }, onChange);
  fireEvent.click(screen.getByRole('link', { name: /^Todas/ }));
  expect(onChange.mock.lastCall?.[0]).not.toHaveProperty('search');
});

test('TIME-38 the menu of the views prints the list of the day, in a window of its own', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  show({});
  fireEvent.click(screen.getByRole('button', { name: /^Opciones/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: savedViewTexts.dayList }));
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual([paths.dayList.getHref(), '_blank']);
});

test('SHELL-74 the code of the dialog that names a view does not come: its frame closes, and the views stay', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show({});
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
