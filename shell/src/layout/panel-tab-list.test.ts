import { isCurrent } from '@taller/shared/ui/tab-links.tsx';
import { expect, test } from 'vitest';
import { panelTabs } from './panel-tab-list.ts';

const labels = (role: Parameters<typeof panelTabs>[0]) => panelTabs(role).map(({ label }) => label);

test('UI-40 the tabs have one order on phones and beside the screens: that of their groups', () => {
  const staff = ['Órdenes', 'Cola', 'Tablero', 'Clientes', 'Citas', 'Mensajes', 'Inventario', 'Pedidos'];
  const desk = staff.toSpliced(5, 0, 'Caja');
  expect(labels('technician')).toEqual(staff);
  expect(labels('receptionist')).toEqual(desk);
  expect(labels('admin')).toEqual([
    ...desk,
    'Informes',
    'Documentos',
    'Resultados',
    'Logs',
    'Usuarios',
    'Importar',
    'Ajustes',
    'Estado',
  ]);
});

test('UI-40 a tab is current at the address to which the header links its screen', () => {
  const current = (path: string) =>
    panelTabs('admin')
      .filter((tab) => isCurrent(tab, path))
      .map(({ label }) => label);
  expect(current('/inventario')).toEqual(['Inventario']);
  expect(current('/pedido-pantallas')).toEqual(['Pedidos']);
  expect(current('/informes')).toEqual(['Informes']);
  expect(current('/activity-logs')).toEqual(['Logs']);
  expect(current('/dashboard')).toEqual(['Órdenes']);
  expect(current('/dashboard/cola')).toEqual(['Cola']);
  expect(current('/orders/7')).toEqual(['Órdenes']);
  expect(current('/dashboard/clientes/7')).toEqual(['Clientes']);
  expect(current('/dashboard/inventario/importar')).toEqual(['Inventario']);
  expect(current('/inventario-de-otro')).toEqual([]);
});
