import { describe, expect, test } from 'vitest';
import type { Role } from '@taller/shared/access/roles.ts';
import type { Session } from '@taller/shared/runtime';
import { resolveScreen } from './resolve-screen.ts';

const as = (role: Role): Session => ({
  status: 'signed-in',
  user: { id: '1', email: 'a@b.cl', fullName: '', rut: '', phone: '', role, createdAt: '' },
});
const nobody: Session = { status: 'signed-out', user: null };
const unknown: Session = { status: 'loading', user: null };

/** `mfe-orders/routes`, `auth`, `denied`, `waiting` or the redirect's target. */
function outcome(pathname: string, session: Session, wanted: string | null = null): string {
  const result = resolveScreen(pathname, session, wanted);
  if ('to' in result) return `→ ${result.to}`;
  if (result.kind !== 'screen') return result.kind;
  return result.target.kind === 'remote'
    ? `${result.target.remote}/${result.target.module}`
    : result.target.screen;
}

describe('SHELL-04 resolution of addresses', () => {
  test.each(['/nada', '/dashboard/nada', '/orders', '/gracias', '/Print/1/2'])(
    'unknown %s goes to / signed in, else to /auth',
    (path) => {
      expect(outcome(path, as('customer'))).toBe('→ /');
      expect(outcome(path, nobody)).toBe('→ /auth');
    },
  );

  test('signed out, a protected page goes to /auth and is remembered', () => {
    expect(resolveScreen('/dashboard/inventario', nobody)).toEqual({
      kind: 'redirect',
      to: '/auth',
      keepWanted: true,
    });
  });

  test('signed in, /auth leads back to the wanted page, else to the panel', () => {
    expect(outcome('/auth', as('admin'))).toBe('→ /dashboard');
    expect(outcome('/auth', as('admin'), '/informes?desde=1')).toBe('→ /informes?desde=1');
  });

  test('nothing is decided about a protected page while the session is unknown', () => {
    expect(outcome('/dashboard', unknown)).toBe('waiting');
    expect(outcome('/nada', unknown)).toBe('waiting');
    expect(outcome('/servicios', unknown)).toBe('mfe-public/routes');
  });
});

test('SHELL-06 without an answer about the session a protected page leads to /auth and is remembered', () => {
  const held: Session = { status: 'loading', user: null, unanswered: 'unavailable' };
  expect(resolveScreen('/dashboard/inventario', held)).toEqual({
    kind: 'redirect',
    to: '/auth',
    keepWanted: true,
  });
  expect(outcome('/auth', held)).toBe('auth');
  expect(outcome('/servicios', held)).toBe('mfe-public/routes');
});

describe('SHELL-05 SHELL-12 screens of each role', () => {
  const everybody: Role[] = ['admin', 'technician', 'receptionist', 'customer'];
  const staff: Role[] = ['admin', 'technician', 'receptionist'];
  const rules: [path: string, roles: Role[], screen: string][] = [
    ['/dashboard/informes', ['admin'], 'mfe-reports/reports'],
    ['/dashboard/documentos', ['admin'], 'mfe-reports/tax-month'],
    ['/dashboard/resultados', ['admin'], 'mfe-reports/results'],
    ['/informes', ['admin'], 'mfe-reports/reports'],
    ['/estado', ['admin'], 'mfe-reports/system-status'],
    ['/dashboard/logs', ['admin'], 'mfe-reports/activity-log'],
    ['/dashboard/usuarios', ['admin'], 'mfe-reports/users'],
    ['/dashboard/importar', ['admin'], 'mfe-reports/import'],
    ['/dashboard/ajustes', ['admin'], 'mfe-reports/settings'],
    ['/dashboard/cola', staff, 'mfe-orders/routes'],
    ['/dashboard/tablero', staff, 'mfe-orders/routes'],
    ['/dashboard/inventario', staff, 'mfe-inventory/routes'],
    ['/dashboard/pedidos', staff, 'mfe-inventory/routes'],
    ['/inventario', staff, 'mfe-inventory/routes'],
    ['/pedido-pantallas', staff, 'mfe-inventory/routes'],
    ['/activity-logs', staff, 'mfe-reports/activity-log'],
    ['/dashboard/citas', staff, 'mfe-orders/appointments'],
    ['/dashboard/clientes', staff, 'mfe-orders/customers'],
    ['/dashboard/clientes/7', staff, 'mfe-orders/customers'],
    ['/dashboard/caja', ['admin', 'receptionist'], 'mfe-orders/drawer'],
    ['/dashboard/caja/7', ['admin', 'receptionist'], 'mfe-orders/print'],
    ['/dashboard/mensajes', staff, 'mfe-reports/messages'],
    ['/orders/7', ['admin', 'receptionist'], 'mfe-orders/routes'],
    ['/dashboard/lista-del-dia', staff, 'mfe-orders/print'],
    ['/print-select/7', staff, 'mfe-orders/print'],
    ['/print-technical/7', staff, 'mfe-orders/print'],
    ['/print/7', everybody, 'mfe-orders/print'],
    ['/perfil', everybody, 'mfe-customer/routes'],
  ];
  test.each(rules)('%s', (path, roles, screen) => {
    expect(everybody.map((role) => outcome(path, as(role)))).toEqual(
      everybody.map((role) => (roles.includes(role) ? screen : 'denied')),
    );
    expect(outcome(path, nobody)).toBe('→ /auth');
  });

  test('the panel and the order view are the customer’s for customers and the desk’s for staff', () => {
    for (const path of ['/dashboard', '/dashboard/orders/view/7']) {
      expect(outcome(path, as('customer'))).toBe('mfe-customer/routes');
      for (const role of staff) expect(outcome(path, as(role))).toBe('mfe-orders/routes');
      expect(outcome(path, nobody)).toBe('→ /auth');
    }
  });

  test('the first set-up is everybody’s: its address decides', () => {
    expect(outcome('/configurar', nobody)).toBe('mfe-reports/setup');
    expect(outcome('/configurar', as('admin'))).toBe('mfe-reports/setup');
  });

  test('the public pages are everybody’s', () => {
    for (const path of [
      '/',
      '/servicios',
      '/privacidad',
      '/orders/view/000123',
      '/decision-presupuesto',
      '/decision-presupuesto/x',
      '/gracias/aprobado',
    ]) {
      expect(outcome(path, nobody)).toBe('mfe-public/routes');
      expect(outcome(path, as('admin'))).toBe('mfe-public/routes');
    }
  });
});
