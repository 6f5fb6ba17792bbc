// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable, type DataTableProps } from './data-table.tsx';
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
      cardHeight={180}
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
  expect(drawn[1]?.style.minHeight).toBe('88px');
  expect(drawn[1]?.getAttribute('aria-rowindex')).toBe('2');
  expect(within(table).queryByText('Fila 499')).toBeNull();
});

test('ORD-02 under 768 px rows are cards of 180 px', () => {
  narrow = true;
  const table = renderVirtual();
  const [, row] = within(table).getAllByRole('row');
  expect(row?.style.minHeight).toBe('180px');
  expect(row?.textContent).toBe('0NombreFila 0');
});

test('UI-35 rows that are higher than their least height keep their place when that grows with the text', () => {
  const lastOf = (list: HTMLElement) => within(list).getAllByRole('row').at(-1);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
  const least = (rowHeight: number) => (
    <VirtualTable
      label="Órdenes"
      columns={columns}
      rows={rows.slice(0, 3)}
      rowKey={(row) => row.id}
      rowHeight={rowHeight}
      cardHeight={180}
    />
  );
  const { rerender } = render(least(88));
  const list = screen.getByRole('table', { name: 'Órdenes' });
  expect(lastOf(list)?.style.transform).toBe('translateY(600px)');
  rerender(least(176));
  expect(lastOf(list)?.style.transform).toBe('translateY(600px)');
});

test('INV-01 another page of a list begins at its first row; what is read again stays where it is', () => {
  const page = (view: string) => (
    <VirtualTable
      label="Productos"
      columns={columns}
      rows={[...rows]}
      rowKey={(row) => row.id}
      rowHeight={72}
      cardHeight={200}
      view={view}
    />
  );
  const { rerender } = render(page('1'));
  const list = screen.getByRole('table', { name: 'Productos' });
  list.scrollTop = 900;
  rerender(page('1'));
  expect(list.scrollTop).toBe(900);
  rerender(page('2'));
  expect(list.scrollTop).toBe(0);
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

const people: readonly Column<Row>[] = [
  { id: 'name', header: 'Nombre', width: 10, cell: (row) => row.name, sortable: true },
  { id: 'mail', header: 'Correo', width: 12, plain: true, cell: (row) => `${row.id}@taller.test` },
  { id: 'id', header: 'RUT', kind: 'fact', priority: 'low', cell: (row) => row.id },
  { id: 'actions', header: 'Acciones', kind: 'actions', cell: () => <button type="button">Editar</button> },
];
const listed = (props: Partial<DataTableProps<Row>> = {}) => (
  <DataTable
    label="Personas"
    columns={people}
    query={{ error: null, isFetching: false, refetch: () => Promise.resolve() }}
    rows={rows.slice(0, 3)}
    rowKey={(row) => row.id}
    loadFailed="No se pudieron cargar las personas."
    empty={{ title: 'Todavía no hay personas.' }}
    {...props}
  />
);
const table = () => screen.getByRole('table', { name: 'Personas' });
const widthOfBox = (px: number) => vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(px);

test('UI-10 the width of its own box decides: a table, two lines with a heading for each value, cards', () => {
  widthOfBox(800);
  const { unmount } = render(listed());
  expect(table().dataset.layout).toBe('table');
  unmount();

  widthOfBox(520);
  render(listed());
  expect(table().dataset.layout).toBe('two-lines');
  const [header, row] = within(table()).getAllByRole('row');
  const places = (line: HTMLElement | undefined) =>
    [...(line?.children ?? [])].map((place) => [...place.children].map(({ textContent }) => textContent));
  const names = (line: HTMLElement | undefined, role: string) =>
    within(line as HTMLElement)
      .getAllByRole(role)
      .map(({ textContent }) => textContent);
  // A cell below another follows it directly, however high the rest of the row is.
  expect(names(header, 'columnheader')).toEqual(['Nombre', 'RUT', 'Correo', 'Acciones']);
  expect(places(header)[0]).toEqual(['Nombre', 'RUT']);
  expect(names(row, 'cell')).toEqual(['Fila 0', '0', '0@taller.test', 'Editar']);
  expect(places(row)[0]).toEqual(['Fila 0', '0']);
  cleanup();

  widthOfBox(320);
  render(listed());
  expect(table().dataset.layout).toBe('cards');
  expect(within(table()).getAllByRole('row')[1]?.textContent).toBe('Fila 00@taller.testRUT0Editar');
});

test('UI-10 on a card the heading goes on with the columns that belong to it', () => {
  widthOfBox(320);
  const columns = people.map((column) =>
    column.id === 'mail' ? { ...column, plain: 'heading' as const } : column,
  );
  render(listed({ columns }));
  const [name, mail] = within(within(table()).getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');
  expect([name, mail].map((cell) => cell?.textContent)).toEqual(['Fila 0', '0@taller.test']);
  expect(mail?.parentElement).toBe(name?.parentElement);
});

test('UI-10 cards are sorted by one choice, and turned round by the button beside it', () => {
  widthOfBox(320);
  const onSortChange = vi.fn<(sort: Sort) => void>();
  const { rerender } = render(listed({ onSortChange }));
  expect(within(table()).queryByRole('button', { name: 'Ordenar por Nombre' })).toBeNull();
  const choice = screen.getByRole('combobox', { name: 'Ordenar por' });
  expect(screen.queryByRole('button', { name: 'Invertir el orden' })).toBeNull();
  fireEvent.change(choice, { target: { value: 'name' } });
  expect(onSortChange).toHaveBeenLastCalledWith({ column: 'name', direction: 'asc' });
  rerender(listed({ onSortChange, sort: { column: 'name', direction: 'asc' } }));
  fireEvent.click(screen.getByRole('button', { name: 'Invertir el orden' }));
  expect(onSortChange).toHaveBeenLastCalledWith({ column: 'name', direction: 'desc' });
  expect(within(table()).getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
});

test('UI-10 arrows, Home and End move between the rows, and leave what is not in a row alone', () => {
  render(listed());
  const buttons = screen.getAllByRole('button', { name: 'Editar' });
  buttons[0]?.focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['End', 2],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['Home', 0],
    ['ArrowUp', 0],
  ] as const) {
    press(key);
    expect(document.activeElement, key).toBe(buttons[index]);
  }
});

test('UI-10 nothing at all and nothing with these filters are two sentences, the second takes the filters off', () => {
  const { rerender } = render(listed({ rows: [] }));
  expect(screen.getByText('Todavía no hay personas.')).toBeTruthy();
  const onClear = vi.fn();
  rerender(listed({ rows: [], filtered: { title: 'Ninguna persona con estos filtros.', onClear } }));
  expect(screen.queryByText('Todavía no hay personas.')).toBeNull();
  expect(screen.getByText('Ninguna persona con estos filtros.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Quitar filtros' }));
  expect(onClear).toHaveBeenCalledOnce();
});

test('UI-10 while the filters are taken off, a list that had nothing with them does not say that it is empty', () => {
  const query = { error: null, isFetching: true, refetch: () => Promise.resolve() };
  render(listed({ rows: [], query: { ...query, isPlaceholderData: true } }));
  expect(screen.queryByText('Todavía no hay personas.')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Cargando...');
});

test('UI-10 a list loads, fails with a way to try again, and says above its rows that a later reading failed', () => {
  const refetch = vi.fn(() => Promise.resolve());
  const failed = { error: new Error('fallo'), isFetching: false, refetch };
  const { rerender } = render(listed({ rows: undefined }));
  expect(screen.getByRole('status').textContent).toBe('Cargando...');
  rerender(listed({ rows: undefined, query: failed }));
  expect(screen.getByText('No se pudieron cargar las personas.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(refetch).toHaveBeenCalledOnce();
  rerender(listed({ query: failed }));
  expect(screen.getByRole('alert').textContent).toContain('No se pudieron cargar las personas.');
  expect(within(table()).getAllByRole('row')).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('UI-10 a page past the end leads to the first, and a list without pages reads more', () => {
  const onPageChange = vi.fn();
  const pages = { label: 'Páginas', page: 4, pageSize: 20, total: 60, onPageChange };
  const onMore = vi.fn();
  const { rerender } = render(listed({ rows: [], pages }));
  fireEvent.click(screen.getByRole('button', { name: 'Ir a la primera página' }));
  expect(onPageChange).toHaveBeenCalledWith(1);
  rerender(listed({ pages: { ...pages, page: 1 } }));
  expect(screen.getByText('1–20 de 60')).toBeTruthy();
  rerender(listed({ more: { isLoading: false, onMore } }));
  fireEvent.click(screen.getByRole('button', { name: 'Ver más' }));
  expect(onMore).toHaveBeenCalledOnce();
});
