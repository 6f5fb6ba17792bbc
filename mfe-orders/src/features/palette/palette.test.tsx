// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PALETTE_SHOWN, type PaletteSite } from '@taller/shared/contract/widgets.ts';
import { deleteChoices } from '@taller/shared/contract/recent-choices.ts';
import { foundOrdersQuery, type FoundOrder } from '@taller/shared/orders/found-orders-query.ts';
import { queryClient } from '@taller/shared/query';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { someUser } from '@taller/shared/testing/sign-in-as.ts';
import { PaletteBox } from './palette-box.tsx';
import type { Choice } from './choices.ts';

/** Answers of the search, given by the test in the order that it wants. */
const asked: { search: string; answer: (names: string[]) => void; refuse: () => void }[] = [];
/** The orders of a search, when the test answers it. */
function answered(search: string) {
  return answer(
    foundOrdersQuery(search),
    () =>
      new Promise<FoundOrder[]>((resolve, reject) => {
        const orders = (names: string[]) =>
          names.map((customer_name, at) => ({
            id: `00000000-0000-4000-8000-00000000000${at}`,
            order_number: at + 1,
            customer_name,
            equipment_brand: 'Apple',
            equipment_model: 'iPhone',
            status: 'pending' as const,
          }));
        asked.push({
          search,
          answer: (names) => resolve(orders(names)),
          refuse: () => reject(new Error('down')),
        });
      }),
  );
}

beforeEach(() => {
  asked.length = 0;
});
afterEach(() => deleteChoices());

const onChoose = vi.fn<(choice: Choice, inNewTab: boolean) => void>();
const show = () =>
  renderScreen(<PaletteBox user={someUser('receptionist')} onChoose={onChoose} />, {
    role: 'receptionist',
    answers: ['Per', 'Perla', 'Perez', '7', '71', '72'].map(answered),
  });
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Buscar' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const search = async (value: string) => {
  type(value);
  await waitFor(() => expect(asked.at(-1)?.search).toBe(value));
};
const active = () => screen.getByRole('option', { selected: true });

test('UI-06 the arrows move among the choices and wrap; Enter opens, Ctrl+Enter in a new tab', () => {
  show();
  const [first] = screen.getAllByRole('option');
  expect(active()).toBe(first);
  expect(field().getAttribute('aria-activedescendant')).toBe(first?.id);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(active()).toBe(screen.getAllByRole('option').at(-1));
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Nueva orden' }), false);
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
  expect(onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Nueva orden' }), true);
});

test('UI-07 an older answer never takes the place of a newer one', async () => {
  show();
  await search('Per');
  await search('Perla');
  act(() => asked[1]?.answer(['Perla Soto']));
  await screen.findByText(/Perla Soto/);
  act(() => asked[0]?.answer(['Pedro Pérez']));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/Pedro Pérez/)).toBeNull();
  expect(screen.getByText(/Perla Soto/)).toBeDefined();
});

test('UI-07 at most eight orders are listed', async () => {
  show();
  await search('Perez');
  act(() => asked[0]?.answer(Array.from({ length: 20 }, (_, at) => `Perez ${at}`)));
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Perez/ })).toHaveLength(8));
});

test('UI-09 a failure says so, and Reintentar asks again', async () => {
  show();
  await search('Perez');
  act(() => asked[0]?.refuse());
  fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  act(() => asked[1]?.answer([]));
  await screen.findByText('Nada coincide. Busca por número de orden, nombre, RUT, teléfono o IMEI.');
});

test('UI-07 Enter before the answer opens the first order that arrives; more typing cancels it', async () => {
  show();
  onChoose.mockClear();
  await search('7');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await search('71');
  act(() => asked[0]?.answer(['Perla Soto']));
  act(() => asked[1]?.answer(['Pedro Pérez']));
  await screen.findByText(/Pedro Pérez/);
  expect(onChoose).not.toHaveBeenCalled();
  await search('72');
  fireEvent.keyDown(field(), { key: 'Enter' });
  act(() => asked[2]?.answer(['Ana Soto']));
  await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  expect(onChoose.mock.lastCall?.[0].detail).toMatch(/^Ana Soto/);
});

test.each([
  ['Cerrar Sesión', undefined],
  ['  ', undefined],
  ['javascript:alert(1)', undefined],
  ['UBIESTANTEA', '/dashboard/mover-equipos?codigo=UBIESTANTEA'],
])(
  'REC-98 the scanned code «%s» opens what it names at most, no screen or action by its words',
  (text, href) => {
    onChoose.mockClear();
    const shell = (event: Event) =>
      Object.assign((event as CustomEvent<PaletteSite>).detail, {
        takeEarlyKeys: () => ({ text, isEntered: true, isScanned: true }),
      });
    addEventListener(PALETTE_SHOWN, shell);
    onTestFinished(() => removeEventListener(PALETTE_SHOWN, shell));
    renderScreen(<PaletteBox user={someUser('receptionist')} onChoose={onChoose} />, {
      role: 'receptionist',
      answers: [answer(foundOrdersQuery(text), [])],
    });
    fireEvent.focus(field());
    expect(field().value).toBe(text);
    expect(onChoose.mock.lastCall?.[0].href).toBe(href);
  },
);
