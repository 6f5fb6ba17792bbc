// @vitest-environment jsdom
import { useState } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inventoryListQuery, type ItemChoice } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { NEW_ITEM, ReceiveTarget } from './receive-target.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const item = (id: string, model: string): ItemChoice => ({
  id,
  item_number: 1,
  brand: 'Zafiro',
  model,
  component_type_name: 'Pantalla',
  supplier_name: 'Stark',
  quantity: 1,
  reserved: 0,
});
const LIKELY = item('likely', 'Z55');
const FOUND = item('found', 'Z9');

/** The component, with the response to a search for 'z9'. */
function show(first = '') {
  const list = inventoryListQuery({
    search: 'z9',
    typeId: null,
    sort: 'model',
    descending: false,
    page: 1,
    low: false,
  });
  function Screen() {
    const [value, setValue] = useState(first);
    return <ReceiveTarget suggestions={[LIKELY]} value={value} error={undefined} onChange={setValue} />;
  }
  renderScreen(<Screen />, {
    role: 'technician',
    answers: [answer(list, { rows: [FOUND], total: 1, isMore: false })],
  });
}

const search = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
const pause = () =>
  act(() => {
    vi.advanceTimersByTime(300);
  });
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

test('INV-04 a product that is chosen before the search begins to look stays chosen and in view', () => {
  show();
  search('z9');
  fireEvent.click(radio(/Z55/));
  pause();
  expect(radio(/Z9/).checked).toBe(false);
  expect(radio(/Z55/).checked).toBe(true);
});

test('INV-04 typing clears a chosen product at once, but not the choice of a new one', () => {
  show();
  fireEvent.click(radio(/Z55/));
  search('z');
  expect(radio(/Z55/).checked).toBe(false);
  fireEvent.click(radio(/nuevo/));
  search('z9');
  pause();
  expect(radio(/nuevo/).value).toBe(NEW_ITEM);
  expect(radio(/nuevo/).checked).toBe(true);
  expect(screen.queryByRole('radio', { name: /Z55/ })).toBeNull();
});
