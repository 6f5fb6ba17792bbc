import { expect, test } from 'vitest';
import { headerLinks } from './header-links.ts';

const shown = (role: Parameters<typeof headerLinks>[0]) =>
  headerLinks(role).map(({ label, href }) => `${label} ${href}`);
const PUBLIC = ['Inicio /', 'Servicios /servicios'];
const OWN = ['Mi Panel /dashboard', 'Mi Perfil /perfil'];
const STAFF = ['Inventario /inventario', 'Pedido Pantallas /pedido-pantallas'];

test('SHELL-01 the header links of every role', () => {
  expect(shown(null)).toEqual([...PUBLIC, 'Iniciar Sesión /auth', 'Registrarse /auth?register=true']);
  expect(shown('customer')).toEqual([...PUBLIC, ...OWN]);
  expect(shown('technician')).toEqual([...PUBLIC, ...OWN, ...STAFF]);
  expect(shown('receptionist')).toEqual([...PUBLIC, ...OWN, ...STAFF]);
  expect(shown('admin')).toEqual([...PUBLIC, ...OWN, ...STAFF, 'Informes /informes']);
});
