/** Network failures in each form of an account (DATA-37). */
import type { Page } from '@playwright/test';
import { expectCutsToLoseNothing, toastOf, type CutForms, type Stage } from '../support/cut-network.ts';
import { countRows, withDatabase } from '../support/database.ts';
import { PASSWORD, test } from '../support/fixtures.ts';
import { mailsTo } from '../support/mails.ts';
import { makeTechnician, registerConfirmed, somebody } from '../support/people.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

const FORMS: CutForms<Stage & { page: Page }> = {
  'shell/src/features/auth/login-form.tsx': async ({ page, shop }) => {
    const person = somebody({ fullName: 'Lola Cortada' });
    await registerConfirmed(shop, person);
    await page.goto('/auth');
    await field(page, 'Correo electrónico').fill(person.email);
    await field(page, 'Contraseña').fill(PASSWORD);
    return {
      page,
      scope: page.getByRole('main'),
      submit: button(page, 'Iniciar Sesión'),
      request: { method: 'POST', path: '/auth/v1/token' },
      typed: [field(page, 'Contraseña'), PASSWORD],
      // A session whose tokens were lost belongs to nobody; it expires by itself.
      count: async () =>
        Math.min(
          1,
          await countRows(
            shop,
            (sql) =>
              sql`auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${person.email}`,
          ),
        ),
      done: page.getByRole('heading', { level: 1, name: 'Mi Panel' }),
    };
  },

  'shell/src/features/auth/registration-form.tsx': async ({ page, shop }) => {
    const person = somebody({ fullName: 'Inés Cortada' });
    await page.goto('/auth?register=true');
    await field(page, 'Nombre completo').fill(person.fullName);
    await field(page, 'RUT').fill(person.rut);
    await field(page, 'Teléfono').fill(person.phone);
    await field(page, 'Correo electrónico').fill(person.email);
    const typePassword = () => field(page, 'Contraseña').fill(PASSWORD);
    await typePassword();
    return {
      page,
      scope: page.getByRole('main'),
      submit: button(page, 'Registrarse'),
      request: { method: 'POST', path: '/auth/v1/signup' },
      typed: [field(page, 'Nombre completo'), person.fullName],
      count: () => countRows(shop, (sql) => sql`auth.users where email = ${person.email}`),
      done: page.getByText('Registro exitoso. Por favor, revisa tu correo para confirmar tu cuenta.'),
      afterReload: typePassword,
    };
  },

  'shell/src/features/auth/forgot-password-page.tsx': async ({ page, shop }) => {
    const person = somebody({ fullName: 'Olvido Cortada' });
    await registerConfirmed(shop, person);
    await page.goto('/forgot-password');
    await field(page, 'Correo electrónico').fill(person.email);
    return {
      page,
      scope: page.getByRole('main'),
      submit: button(page, 'Enviar Enlace de Recuperación'),
      request: { method: 'POST', path: '/auth/v1/recover' },
      typed: [field(page, 'Correo electrónico'), person.email],
      // Requesting it again sends another mail: the first may have been lost.
      count: async () =>
        Math.min(
          1,
          (await mailsTo(shop, person.email)).filter(({ link }) => link.includes('recovery')).length,
        ),
      done: page.getByText(/^Si el correo existe, se ha enviado un enlace/),
      stays: true,
    };
  },

  'shell/src/features/auth/invited-account.tsx': async ({ openAs, page, shop }) => {
    const person = somebody({ fullName: 'Invitada Cortada' });
    await registerConfirmed(shop, person);
    const admin = await openAs('admin', '/dashboard/usuarios');
    const invitation = await makeTechnician(admin, person);
    await invitation.getByRole('button', { name: 'Crear enlace' }).click();
    await page.goto(await invitation.getByLabel('Enlace', { exact: true }).inputValue());
    await field(page, 'Nueva contraseña').fill('clave invitada');
    await field(page, 'Confirmar contraseña').fill('clave invitada');
    return {
      page,
      scope: page.getByRole('main'),
      submit: button(page, 'Activar mi cuenta'),
      request: { method: 'POST', path: '/rest/v1/rpc/redeem_invitation' },
      typed: [field(page, 'Nueva contraseña'), 'clave invitada'],
      count: () =>
        countRows(shop, (sql) => sql`auth.users where email = ${person.email} and encrypted_password <> ''`),
      done: page.getByRole('heading', { name: 'Panel de Técnico' }),
    };
  },

  'shell/src/features/auth/update-password-page.tsx': async ({ openAs, shop }) => {
    const person = somebody({ fullName: 'Nueva Cortada' });
    await registerConfirmed(shop, person);
    const before = await withDatabase(shop, async (sql) => {
      const [user] = await sql`select encrypted_password from auth.users where email = ${person.email}`;
      return String(user?.encrypted_password);
    });
    const page = await openAs(person, '/update-password');
    await field(page, 'Contraseña actual').fill(PASSWORD);
    await field(page, 'Nueva contraseña').fill('clave nueva cortada');
    await field(page, 'Confirmar contraseña').fill('clave nueva cortada');
    return {
      page,
      scope: page.getByRole('main'),
      submit: button(page, 'Actualizar Contraseña'),
      request: { method: 'PUT', path: '/auth/v1/user' },
      typed: [field(page, 'Nueva contraseña'), 'clave nueva cortada'],
      count: () =>
        countRows(
          shop,
          (sql) => sql`auth.users where email = ${person.email} and encrypted_password <> ${before}`,
        ),
      done: toastOf(page, 'Tu contraseña fue actualizada.'),
    };
  },
};

for (const [form, open] of Object.entries(FORMS))
  test(
    `DATA-37 DATA-40 ${form}: nothing is lost, and there is one`,
    { tag: EXHAUSTIVE },
    async ({ openAs, page, shop }) => {
      await expectCutsToLoseNothing(await open({ openAs, page, shop }));
    },
  );
