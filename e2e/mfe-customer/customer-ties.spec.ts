import type { Page } from '@playwright/test';
import { withDatabase } from '../support/database.ts';
import { described } from '../support/described.ts';
import { expect, test } from '../support/fixtures.ts';
import { registerConfirmed, somebody, takeIn, tokensOf } from '../support/people.ts';

const main = (page: Page) => page.getByRole('main');
const numbered = (number: number) => `Orden ${String(number).padStart(6, '0')}`;
const invitation = (page: Page) => page.getByRole('region', { name: '¿Dejaste un equipo en el taller?' });
const orders = (page: Page) => page.getByRole('region', { name: 'Mis órdenes' });

test('CUST-01 AUTH-07 account B, registered with the RUT of A, gets nothing of A by screen or by API', async ({
  openAs,
  shop,
}) => {
  const [a] = await withDatabase(
    shop,
    (
      sql,
    ) => sql`select p.rut, p.id, (select id from service_orders o where o.customer_rut = p.rut limit 1) as order_id,
      (select order_number from service_orders o where o.customer_rut = p.rut limit 1) as order_number
      from profiles p where email = 'cliente@taller.test'`,
  );
  const b = somebody({ rut: String(a?.rut) });
  await registerConfirmed(shop, b);
  const page = await openAs(b, '/dashboard');
  await expect(main(page).getByText('No tienes órdenes de servicio activas.')).toBeVisible();
  await expect(invitation(page)).toBeVisible();
  await expect(main(page).getByText('No tienes citas agendadas.')).toBeVisible();
  await page.goto(`/dashboard/orders/view/${a?.order_id}`);
  await expect(main(page).getByText('Orden no encontrada')).toBeVisible();
  await expect(main(page).getByText(/Camila|Núñez/)).toHaveCount(0);

  const { access_token: token, user } = await tokensOf(shop, b);
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${shop.url}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: shop.keys.publishable,
        authorization: `Bearer ${String(token)}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  for (const path of [
    'service_orders?select=*',
    `service_orders?customer_rut=eq.${a?.rut}`,
    `service_orders?id=eq.${a?.order_id}&select=id,decision_history(*)`,
    `decision_history?order_id=eq.${a?.order_id}`,
    `order_events?order_id=eq.${a?.order_id}`,
    `service_order_internal?order_id=eq.${a?.order_id}`,
    `whatsapp_messages?order_id=eq.${a?.order_id}`,
    `appointments?customer_id=eq.${a?.id}`,
    `profiles?rut=eq.${a?.rut}&id=neq.${(user as { id: string }).id}`,
  ]) {
    expect([path, (await ask(path)).body]).toEqual([path, []]);
  }
  // Nor can B verify the RUT, and A's verification is unaffected by B's claims.
  const own = `profiles?id=eq.${(user as { id: string }).id}`;
  for (const change of [{ rut_verified_at: '2026-01-01' }, { role: 'admin' }, { rut: '11111111-1' }]) {
    expect((await ask(own, { method: 'PATCH', body: JSON.stringify(change) })).status).toBeGreaterThanOrEqual(
      400,
    );
  }
  await page.goto('/dashboard');
  const phone = await withDatabase(
    shop,
    (sql) => sql`select customer_phone from service_orders where id = ${String(a?.order_id)}`,
  );
  await page.getByLabel('Número de orden').fill(String(a?.order_number));
  await page.getByLabel('Teléfono que dejaste').fill(String(phone[0]?.customer_phone));
  await page.getByRole('button', { name: 'Vincular mis órdenes' }).click();
  await expect(invitation(page).getByRole('alert')).toContainText(
    'No pudimos vincular órdenes con esos datos.',
  );
  await expect(main(page).getByText('No tienes órdenes de servicio activas.')).toBeVisible();
});

test('CUST-01 the invitation is the same with orders and without; number and phone link them @exhaustive', async ({
  openAs,
  shop,
}) => {
  const without = somebody();
  const owner = somebody({ phone: '+56 9 4444 1234' });
  const order = await takeIn(shop, { ...owner, phone: '+56 9 7777 4321' });
  await registerConfirmed(shop, without);
  await registerConfirmed(shop, owner);
  const other = await openAs(without, '/dashboard');
  const page = await openAs(owner, '/dashboard');
  await expect(invitation(page)).toBeVisible();
  await expect(orders(page).getByText('No tienes órdenes de servicio activas.')).toBeVisible();
  await expect(invitation(other)).toBeVisible();
  await expect(orders(other).getByText('No tienes órdenes de servicio activas.')).toBeVisible();
  expect(await main(page).innerText()).toBe(await main(other).innerText());

  const submit = page.getByRole('button', { name: 'Vincular mis órdenes' });
  await submit.click();
  await described(page, 'Número de orden', 'El número de orden es obligatorio.');
  await described(page, 'Teléfono que dejaste', 'El teléfono es obligatorio.');
  await page.getByLabel('Número de orden').fill('abc');
  await page.getByLabel('Teléfono que dejaste').fill('12');
  await submit.click();
  await described(page, 'Número de orden', 'Ingresa solo el número de tu orden, por ejemplo 000123.');
  await described(page, 'Teléfono que dejaste', 'Ingresa un teléfono válido');

  await page.getByLabel('Número de orden').fill(String(order.order_number));
  await page.getByLabel('Teléfono que dejaste').fill('9 7777 0000');
  await submit.click();
  await expect(invitation(page).getByRole('alert')).toContainText(
    'No pudimos vincular órdenes con esos datos.',
  );
  await expect(page.getByLabel('Teléfono que dejaste')).toHaveValue('9 7777 0000');
  await page.getByLabel('Teléfono que dejaste').fill('9 7777 4321');
  await submit.click();
  await expect(page.getByText('Listo: tus órdenes están vinculadas a tu cuenta.')).toBeVisible();
  await expect(orders(page).getByRole('heading', { name: numbered(order.order_number) })).toBeVisible();
  await expect(invitation(page)).toHaveCount(0);
});

test('CUST-18 an account tied by its phone reads the quote, and gets the link sent in place of deciding @exhaustive', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const order = await takeIn(shop, person, { status: 'quoted', quote: 30_000, total_amount: 30_000 });
  await registerConfirmed(shop, person);
  const page = await openAs(person, `/dashboard/orders/view/${order.id}`);
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rechazar presupuesto' }).click();
  await expect(main(page).getByRole('alert')).toContainText(
    'Tu respuesta no se registró: para aprobar o rechazar hace falta el enlace que enviamos al teléfono de la orden.',
  );
  await page.getByRole('button', { name: 'Envíame el enlace' }).click();
  await expect(main(page).getByRole('alert')).toContainText(
    'Te enviamos el enlace por WhatsApp al teléfono de la orden.',
  );
  const [message] = await withDatabase(
    shop,
    (
      sql,
    ) => sql`select params[4] as link from whatsapp_messages where order_id = ${order.id} and event = 'quoted'
      order by occurrence desc limit 1`,
  );
  const link = new URL(String(message?.link)).pathname;
  await page.goto(`/decision-presupuesto/${order.id}`);
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(page.getByRole('button', { name: 'Envíame el enlace' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(page).toHaveURL('/gracias/aprobado');
});

test('CUST-01 after five wrong claims there are no more for an hour @exhaustive', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  await registerConfirmed(shop, person);
  const page = await openAs(person, '/dashboard');
  await page.getByLabel('Número de orden').fill('1');
  await page.getByLabel('Teléfono que dejaste').fill('9 1234 5678');
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse('**/rpc/claim_orders');
    await page.getByRole('button', { name: 'Vincular mis órdenes' }).click();
    await answered;
    await expect(invitation(page).getByRole('alert')).toContainText('No pudimos vincular');
  }
  await page.getByRole('button', { name: 'Vincular mis órdenes' }).click();
  await expect(invitation(page).getByRole('alert')).toContainText('Hiciste varios intentos.');
});

test('AUTH-07 the counter confirms a RUT with the identity card, for one account; a technician cannot @exhaustive', async ({
  openAs,
  shop,
}) => {
  const first = somebody({ fullName: 'Primera Cuenta', phone: '+56 9 4000 0001' });
  const second = somebody({ fullName: 'Segunda Cuenta', phone: '+56 9 4000 0002', rut: first.rut });
  const order = await takeIn(shop, { ...first, phone: '+56 9 4000 0003' });
  await registerConfirmed(shop, first);
  await registerConfirmed(shop, second);
  const desk = await openAs('receptionist', '/dashboard/clientes?vista=cuentas');
  await desk.getByLabel('Buscar cliente').fill(first.rut);
  await expect(desk.getByRole('row').filter({ hasText: 'RUT sin confirmar' })).toHaveCount(2);
  const dialog = desk.getByRole('dialog', { name: 'Confirmar RUT' });
  const confirm = async (name: string, rut: string) => {
    await desk.getByRole('button', { name: `Confirmar RUT de ${name}` }).click();
    await dialog.getByLabel('RUT de la cédula').fill(rut);
    await dialog.getByRole('button', { name: 'Confirmar RUT' }).click();
  };
  await confirm('Primera Cuenta', '123');
  await expect(dialog.getByLabel('RUT de la cédula')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('RUT de la cédula').fill(first.rut);
  await dialog.getByRole('button', { name: 'Confirmar RUT' }).click();
  await expect(desk.getByText('RUT confirmado.')).toBeVisible();
  await confirm('Segunda Cuenta', first.rut);
  await expect(dialog.getByRole('alert')).toHaveText('Ese RUT ya está confirmado en otra cuenta.');

  const page = await openAs(first, '/dashboard');
  await expect(orders(page).getByRole('heading', { name: numbered(order.order_number) })).toBeVisible();
  const bench = await openAs('technician', '/dashboard/clientes?vista=cuentas');
  await bench.getByLabel('Buscar cliente').fill('Segunda Cuenta');
  await expect(bench.getByRole('row').filter({ hasText: 'Segunda Cuenta' })).toBeVisible();
  await expect(bench.getByRole('button', { name: /^Confirmar RUT/ })).toHaveCount(0);
});
