// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { REGISTRY_ELEMENT_ID, type Registry } from '@taller/shared/contract/registry.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import type { Session } from '@taller/shared/runtime';

const REGISTRY = {
  release: 'r1',
  remotes: [
    {
      name: 'mfe-garantias',
      screens: [
        {
          path: '/dashboard/garantias',
          title: 'Garantías',
          frame: 'dashboard',
          header: 'Garantías',
          roles: ['technician'],
        },
        { path: '/dashboard', title: 'Otro panel', frame: 'dashboard', roles: ['technician'] },
      ],
    },
  ],
} as unknown as Registry;

const as = (role: Role): Session => ({
  status: 'signed-in',
  user: { id: '1', email: 'a@b.cl', fullName: '', rut: '', phone: '', role, createdAt: '' },
});

/** The shell's routing in a page with that registry. */
async function openPage() {
  const script = document.createElement('script');
  script.id = REGISTRY_ELEMENT_ID;
  script.type = 'application/json';
  script.textContent = JSON.stringify(REGISTRY);
  document.head.append(script);
  vi.resetModules();
  const [{ resolveScreen }, { headerLinks }] = await Promise.all([
    import('./resolve-screen.ts'),
    import('#src/layout/header-links.ts'),
  ]);
  return { resolveScreen, headerLinks };
}
afterEach(() => {
  document.head.replaceChildren();
  vi.resetModules();
});

test('SHELL-77 an external remote is shown to its roles, refused to others and asks anonymous visitors to sign in', async () => {
  const { resolveScreen, headerLinks } = await openPage();
  const path = '/dashboard/garantias';
  expect(resolveScreen(path, as('technician'))).toMatchObject({
    kind: 'screen',
    target: { kind: 'remote', remote: 'mfe-garantias', module: 'routes' },
  });
  expect(resolveScreen(path, as('customer')).kind).toBe('denied');
  expect(resolveScreen(path, { status: 'signed-out', user: null })).toMatchObject({ to: '/auth' });
  expect(resolveScreen(path, { status: 'loading', user: null }).kind).toBe('waiting');
  const labels = (role: Role | null) => headerLinks(role).map(({ label }) => label);
  expect([labels('technician').at(-1), labels('admin').includes('Garantías')]).toEqual(['Garantías', false]);
  expect(labels(null)).not.toContain('Garantías');
});

test('SHELL-77 no screen of an external remote replaces one of the site', async () => {
  const { resolveScreen } = await openPage();
  expect(resolveScreen('/dashboard', as('technician'))).toMatchObject({ target: { remote: 'mfe-orders' } });
});
