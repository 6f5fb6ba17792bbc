// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { BulkProblems } from './bulk-problems.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Selection } from './use-selection.ts';

const order = (number: number, status: OrderStatus, technician_id: string | null = null) =>
  ({ id: `o${number}`, order_number: number, version: 1, status, technician_id }) as OrderListItem;
const ORDERS = [
  order(1, 'pending'),
  order(2, 'in_progress', 'ana'),
  order(3, 'quoted'),
  order(4, 'delivered'),
];

function openBar(role: Role) {
  const technicians = answer(techniciansQuery(), [
    { id: 'ana', full_name: 'Ana Soto', email: 'ana@taller.test' },
    { id: 'leo', full_name: 'Leo Vera', email: 'leo@taller.test' },
  ]);
  const selection: Selection = {
    selected: new Map(ORDERS.map((each) => [each.id, each])),
    toggle: () => {},
    clear: () => {},
    selectPage: () => {},
    settle: () => {},
    handleKey: () => false,
  };
  renderScreen(<SelectionBar selection={selection} user={{ id: 'ana', role }} />, {
    role,
    answers: [technicians],
  });
}

/** The choices of a menu; in parentheses those that change nothing. */
async function choices(menu: string): Promise<string[]> {
  fireEvent.click(screen.getByRole('button', { name: menu }));
  const items = await screen.findAllByRole('menuitem');
  return items.map((item) =>
    item.getAttribute('aria-disabled') === 'true' ? `(${item.textContent})` : item.textContent,
  );
}

test('ORD-78 the bar offers the statuses that ask for nothing, and says how many orders each reaches', async () => {
  openBar('receptionist');
  expect(screen.getByRole('status').textContent).toBe('4 seleccionadas');
  expect(await choices('Cambiar estado')).toEqual([
    'Pendiente (1 de 4)',
    'En Progreso (1 de 4)',
    'Completado (2 de 4)',
  ]);
});

test('ORD-78 an admin assigns any technician in the bar and prints, a technician only themselves', async () => {
  openBar('admin');
  expect(screen.getByRole('link', { name: 'Imprimir' }).getAttribute('href')).toBe(
    '/print-select/o1%2Co2%2Co3%2Co4',
  );
  expect(await choices('Asignar técnico')).toEqual([
    'Ana Soto (2 de 4)',
    'Leo Vera (3 de 4)',
    'Sin técnico (1 de 4)',
  ]);
  cleanup();
  openBar('technician');
  expect(screen.queryByRole('link', { name: 'Imprimir' })).toBeNull();
  expect(await choices('Asignar técnico')).toEqual(['Ana Soto (2 de 4)', 'Sin técnico (1 de 4)']);
});

test('REC-105 the bar takes the devices that are in the shop to where they are moved', () => {
  openBar('technician');
  expect(screen.getByRole('link', { name: 'Mover a…' }).getAttribute('href')).toBe(
    '/dashboard/mover-equipos?ordenes=1-2-3',
  );
});

test('ORD-77 before anything is sent the dialog names the orders that are left out, and why', async () => {
  openBar('receptionist');
  await choices('Cambiar estado');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Completado (2 de 4)' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByRole('heading').textContent).toBe('¿Cambiar 2 órdenes a Completado?');
  expect(dialog.getByText('#000003 espera la respuesta del cliente')).toBeDefined();
  expect(dialog.getByText('#000004 ya está cerrada')).toBeDefined();
  expect(dialog.getByText('Cada cliente recibe el mensaje de este estado.')).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Cambiar 2 órdenes' })).toBeDefined();
});

test('ORD-77 an order that did not change is named with the reason', () => {
  const told = { version: 2, technician_id: null, reason: null };
  renderScreen(
    <BulkProblems
      onClose={() => {}}
      problems={[
        { number: '000001', outcome: { ...told, id: 'a', outcome: 'conflict', status: 'completed' } },
        { number: '000002', outcome: { ...told, id: 'b', outcome: 'gone', status: null } },
        {
          number: '000003',
          outcome: { ...told, id: 'c', outcome: 'left_out', reason: 'waiting', status: 'quoted' },
        },
        {
          number: '000004',
          outcome: { ...told, id: 'd', outcome: 'refused', reason: 'Solo la recepción.', status: 'pending' },
        },
      ]}
    />,
  );
  const { textContent } = screen.getByRole('alert');
  for (const line of [
    '#000001: otra persona la cambió recién (ahora Completado); revísala y repite',
    '#000002: alguien la eliminó',
    '#000003: espera la respuesta del cliente',
    '#000004: Solo la recepción.',
  ])
    expect(textContent).toContain(line);
});
