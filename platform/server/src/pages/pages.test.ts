import { expect, test } from 'vitest';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';
import { descriptionOf, PAGES, privatePrefixes } from './pages.ts';

const page = (file: string) => PAGES.find((candidate) => candidate.file === file);

test('SHELL-35 one page for each first segment of the addresses of screens, and one for all others', () => {
  const files =
    'index servicios privacidad citas recordatorios comprobante fotos firmar verificar orders decision-presupuesto gracias auth forgot-password update-password ' +
    'dashboard perfil configurar inventario pedido-pantallas informes activity-logs estado print-select print print-labels print-place-labels print-letter print-statement print-technical 200';
  expect(PAGES.map(({ file }) => file.replace('.html', '')).toSorted()).toEqual(files.split(' ').toSorted());
});

test('SHELL-35 a page that is rendered beforehand has title, address, description and its chunk', () => {
  expect(page('servicios.html')).toEqual({
    file: 'servicios.html',
    title: 'Servicios',
    pathname: '/servicios',
    described: 'services',
    remote: { name: 'mfe-public', module: 'routes', page: 'src/features/services/services-page.tsx' },
  });
});

test('SHELL-05 SHELL-35 no page preloads the code of a screen that not everybody may see', () => {
  for (const file of ['dashboard.html', 'estado.html', 'print.html', 'perfil.html'])
    expect(page(file)).toEqual({ file, query: true });
  // The public lookup and the staff's form share this segment.
  expect(page('orders.html')).toEqual({ file: 'orders.html', plain: true });
  expect(page('auth.html')).toEqual({ file: 'auth.html', shell: 'src/features/auth/auth-chunk.tsx' });
  expect(page('gracias.html')).toEqual({
    file: 'gracias.html',
    plain: true,
    thanks: true,
    remote: { name: 'mfe-public', module: 'routes' },
  });
});

test('PUB-01 SHELL-35 crawlers are kept from quotes, orders and all that is behind the sign-in', () => {
  const prefixes =
    '/orders/ /decision-presupuesto/ /gracias/ /citas/ /recordatorios/ /comprobante/ /fotos/ /firmar/ /verificar/ /dashboard /estado /print-select/ /print/ /print-labels/ ' +
    '/print-place-labels /print-letter/ /print-statement/ /print-technical/ /perfil /inventario /pedido-pantallas /informes /activity-logs';
  expect(privatePrefixes()).toEqual(prefixes.split(' '));
});

test('PUB-01 CFG-02 a page that is rendered beforehand describes itself by the facts of the shop', () => {
  const services = page('servicios.html') ?? { file: '' };
  expect(descriptionOf(services, DEMO_FACTS)).toMatch(/^Cambio de pantalla, Batería.* en Valparaíso\.$/);
  const none = { ...NEUTRAL_FACTS, services: { groups: [] } };
  expect(descriptionOf(services, none)).toBe(
    'Celulares y computadores: lo que repara Servicio Técnico todas las semanas.',
  );
  expect(descriptionOf({ file: 'dashboard.html' }, DEMO_FACTS)).toBeUndefined();
});
