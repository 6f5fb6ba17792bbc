// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Skeleton } from './skeleton.tsx';
import { toggleSort, type Sort } from './sort-header.tsx';
import { Table, type Column } from './table.tsx';
import { NARROW } from './use-media-query.ts';
import { VirtualTable } from './virtual-table.tsx';

interface Row {
  id: number;
  name: string;
}

const rows: readonly Row[] = Array.from({ length: 500 }, (_, index) => ({
  id: index,
  name: `Fila ${index}`,
}));
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Orden', cell: (row) => row.id, sortable: true },
  { id: 'name', header: 'Nombre', cell: (row) => row.name },
];

let narrow = false;

beforeEach(() => {
  narrow = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: narrow && query === NARROW,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  // jsdom has no layout: give the list the height that a browser would.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function renderVirtual(onSortChange = vi.fn<(sort: Sort) => void>()) {
  render(
    <VirtualTable
      label="Órdenes"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      height={600}
      rowHeight={88}
      narrowRowHeight={180}
      card={(row) => <strong>Tarjeta {row.id}</strong>}
      sort={{ column: 'id', direction: 'asc' }}
      onSortChange={onSortChange}
    />,
  );
  return screen.getByRole('table', { name: 'Órdenes' });
}

test('ORD-02 a list of 600 px with rows of 88 px draws only what is in view and tells of all', () => {
  const table = renderVirtual();
  expect(table.style.maxHeight).toBe('600px');
  expect(table.getAttribute('aria-rowcount')).toBe('501');
  const drawn = within(table).getAllByRole('row');
  expect(drawn.length).toBeGreaterThan(7);
  expect(drawn.length).toBeLessThan(25);
  expect(drawn[1]?.style.height).toBe('88px');
  expect(drawn[1]?.getAttribute('aria-rowindex')).toBe('2');
  expect(within(table).queryByText('Fila 499')).toBeNull();
});

test('ORD-02 under 768 px rows are cards of 180 px', () => {
  narrow = true;
  const table = renderVirtual();
  expect(within(table).getAllByRole('row')[1]?.style.height).toBe('180px');
  expect(within(table).getByText('Tarjeta 0')).toBeTruthy();
  expect(within(table).queryByText('Fila 0')).toBeNull();
});

test('INV-01 a sorted column says so and a second press turns it round', () => {
  const onSortChange = vi.fn<(sort: Sort) => void>();
  renderVirtual(onSortChange);
  const header = screen.getByRole('columnheader', { name: 'Orden' });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(within(header).getByRole('button'));
  expect(onSortChange).toHaveBeenCalledWith({ column: 'id', direction: 'desc' });
  expect(toggleSort({ column: 'id', direction: 'desc' }, 'id')).toEqual({ column: 'id', direction: 'asc' });
  expect(toggleSort({ column: 'id', direction: 'asc' }, 'name')).toEqual({
    column: 'name',
    direction: 'asc',
  });
});

test('a small table is a plain table', () => {
  render(<Table label="Últimas" columns={columns} rows={rows.slice(0, 2)} rowKey={(row) => row.id} />);
  expect(
    within(screen.getByRole('table', { name: 'Últimas' }))
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['OrdenNombre', '0Fila 0', '1Fila 1']);
});

test("'Cargando...' is visible beside the skeleton, and the reports say 'Loading...'", () => {
  const { rerender } = render(<Skeleton />);
  expect(screen.getByRole('status').textContent).toBe('Cargando...');
  rerender(<Skeleton label="Loading..." />);
  expect(screen.getByRole('status').textContent).toBe('Loading...');
});

test('UI-10 on a phone a row is a block with names, and what sorts is above; a name and figures stay a table', () => {
  narrow = true;
  const people: readonly Column<Row>[] = [
    { id: 'name', header: 'Nombre', cell: (row) => row.name, sortable: true },
    { id: 'mail', header: 'Correo', phone: 'line', cell: (row) => `${row.id}@taller.test` },
    { id: 'id', header: 'RUT', cell: (row) => row.id },
  ];
  const onSortChange = vi.fn<(sort: Sort) => void>();
  const table = (shown: readonly Column<Row>[]) => (
    <Table
      label="Personas"
      columns={shown}
      rows={rows.slice(0, 1)}
      rowKey={(row) => row.id}
      onSortChange={onSortChange}
    />
  );
  const { rerender } = render(table(people));
  const [header, row] = within(screen.getByRole('table', { name: 'Personas' })).getAllByRole('row');
  expect(row?.textContent).toBe('Fila 00@taller.testRUT0');
  fireEvent.click(within(header as HTMLElement).getByRole('button', { name: /Nombre/ }));
  expect(onSortChange).toHaveBeenCalledWith(expect.objectContaining({ column: 'name' }));
  rerender(table([people[0] as Column<Row>, { id: 'n', header: 'Órdenes', align: 'end', cell: () => 7 }]));
  expect(document.querySelector('td')?.textContent).toBe('Fila 0');
});
