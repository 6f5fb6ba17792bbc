// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  stocktakeCountsQuery,
  stocktakeDifferencesQuery,
  stocktakesQuery,
} from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Counting } from './counting.tsx';
import { ScanField } from './scan-field.tsx';
import { StocktakePage } from './stocktake-page.tsx';

beforeEach(() => localStorage.clear());

/** Types like a scanner: the code, then Enter. */
function scan(code: string) {
  const field = screen.getByLabelText('Código');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

test('PART-30 Enter counts what was scanned and stays in the field, which is in no form', () => {
  const counted = vi.fn();
  renderScreen(<ScanField onScan={counted} />, { role: 'technician' });
  scan('INV-000123');
  scan(' ');
  scan('INV-000124');
  expect(counted.mock.calls).toEqual([
    ['INV-000123', 1],
    ['INV-000124', 1],
  ]);
  const field = screen.getByLabelText('Código');
  expect(document.activeElement).toBe(field);
  expect((field as HTMLInputElement).value).toBe('');
  expect(field.closest('form')).toBeNull();
});

test('PART-30 a typed quantity counts once, and the next scan is one again', () => {
  const counted = vi.fn();
  renderScreen(<ScanField onScan={counted} />, { role: 'technician' });
  fireEvent.change(screen.getByLabelText('Cantidad'), { target: { value: '12' } });
  scan('INV-000123');
  scan('INV-000123');
  expect(counted.mock.calls.map(([, quantity]) => quantity as unknown)).toEqual([12, 1]);
});

test('PART-30 what a scanner types while a button has the focus goes to the field', () => {
  renderScreen(
    <>
      <button type="button">Terminar</button>
      <ScanField onScan={() => undefined} />
    </>,
    { role: 'technician' },
  );
  const button = screen.getByRole('button', { name: 'Terminar' });
  button.focus();
  fireEvent.keyDown(button, { key: 'I' });
  expect(document.activeElement).toBe(screen.getByLabelText('Código'));
});

test('PART-31 what everybody counted is listed, and nothing of what the books say', async () => {
  const row = {
    item_id: 'a',
    item_number: 123,
    brand: 'Samsung',
    model: 'Galaxy A15',
    component_type_name: 'Pantalla',
    counted: 4,
    last_at: '2026-11-27T12:00:00Z',
    items: 1,
    pieces: 4,
  };
  renderScreen(<Counting stocktakeId="one" />, {
    role: 'technician',
    answers: [answer(stocktakeCountsQuery('one'), [row])],
  });
  expect(await screen.findByText('1 producto, 4 piezas')).toBeDefined();
  expect(screen.queryByText('Inventario')).toBeNull();
  await waitFor(() => expect(screen.getByText('Samsung Galaxy A15')).toBeDefined());
});

test.each([
  ['finished', null],
  ['closed', '2026-11-27T13:00:00Z'],
])('PART-31 scans that wait on a phone are told when others have %s the stocktake', async (_, closed_at) => {
  const stocktake = {
    id: 'one',
    scope: 'Pantalla',
    started_at: '2026-11-27T12:00:00Z',
    started_by: 'Paula Zúñiga',
    finished_at: '2026-11-27T12:30:00Z',
    closed_at: closed_at as string,
    cancelled_at: null as unknown as string,
  };
  const scan = { id: 's1', code: 'INV-000123', quantity: 1, scannedAt: 1 };
  localStorage.setItem('taller.scan.user-technician.one.s1', JSON.stringify(scan));
  renderScreen(<StocktakePage />, {
    role: 'technician',
    path: paths.stocktake.getHref('one'),
    pattern: paths.stocktake.path,
    answers: [answer(stocktakesQuery(), [stocktake]), answer(stocktakeDifferencesQuery('one'), [])],
  });
  expect(await screen.findByText(/^(?:Sin conexión: )?1 lectura/)).toBeDefined();
});
