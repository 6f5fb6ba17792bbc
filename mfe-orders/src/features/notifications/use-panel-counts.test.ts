import { expect, test } from 'vitest';
import { countsToShow } from './use-panel-counts.ts';

test('ORD-83 a tab shows what waits there: nothing at 0, 99+ from 100 on, in words too', () => {
  expect(
    countsToShow({ orders: 99, appointments: 0, messages: 1, screen_orders: 100, inventory: 2, other: 5 }),
  ).toEqual({
    '/dashboard': { shown: '99', said: '99 por atender' },
    '/dashboard/mensajes': { shown: '1', said: '1 no llegó' },
    '/dashboard/pedidos': { shown: '99+', said: '99+ por llegar' },
    '/dashboard/inventario': { shown: '2', said: '2 bajo el mínimo' },
  });
});
