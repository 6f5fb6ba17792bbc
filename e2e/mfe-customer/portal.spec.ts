import type { Page } from '@playwright/test';
import { formatRut } from '@taller/shared/values/rut.ts';
import { axeFindings } from '../support/axe.ts';
import { setPrice, statusOf, withDatabase } from '../support/database.ts';
import { described } from '../support/described.ts';
import { expect, test, USER_KEY } from '../support/fixtures.ts';
import { confirmAtCounter, registerConfirmed, somebody, takeIn } from '../support/people.ts';

const main = (page: Page) => page.getByRole('main');
const numbered = (number: number) => `Orden ${String(number).padStart(6, '0')}`;
const invitation = (page: Page) => page.getByRole('region', { name: '¿Dejaste un equipo en el taller?' });
const orders = (page: Page) => page.getByRole('region', { name: 'Mis órdenes' });
const appointments = (page: Page) => page.getByRole('region', { name: 'Mis citas' });

test('CUST-01 Mi Panel lists the customer’s orders newest first and appointments earliest first', async ({
  openAs,
  shop,
}) => {
  const page = await openAs('customer', '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Panel');
  await expect(page.getByText('Hola, Camila.')).toBeVisible();
  const { numbers, dates } = await withDatabase(shop, async (sql) => ({
    numbers: await sql`select o.order_number from service_orders o join profiles p on p.rut = o.customer_rut
      where p.email = 'cliente@taller.test' order by o.created_at desc`,
    dates: await sql`select a.id from appointments a join profiles p on p.id = a.customer_id
      where p.email = 'cliente@taller.test' and a.appointment_date > now() - interval '29 days'`,
  }));
  expect(numbers.length).toBeGreaterThan(1);
  await expect(orders(page).getByRole('heading', { level: 3 })).toHaveText(
    numbers.map((row) => numbered(Number(row.order_number))),
  );
  await appointments(page)
    .getByText(/citas? pasadas?$/)
    .click();
  await expect(appointments(page).getByRole('listitem')).toHaveCount(dates.length);
  const lists = await appointments(page)
    .getByRole('list')
    .evaluateAll((found) =>
      found.map((list) => [...list.querySelectorAll('time')].map(({ dateTime }) => Date.parse(dateTime))),
    );
  for (const shown of lists) expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  await expect(invitation(page)).toHaveCount(0);
});

test("CUST-01 'Cargando...', then the error in red with a way to try again @exhaustive", async ({
  openAs,
}) => {
  const page = await openAs('customer', '/perfil');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rest/v1/service_orders**', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } });
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Mi Panel' }).click();
  await expect(orders(page).getByText('Cargando...')).toBeVisible();
  answer();
  const failure = orders(page).getByRole('alert');
  await expect(failure).toContainText('No pudimos cargar tus órdenes.');
  await page.unroute('**/rest/v1/service_orders**');
  await failure.getByRole('button', { name: 'Reintentar' }).click();
  await expect(orders(page).getByRole('listitem').first()).toBeVisible();
});

test('CUST-02 a customer’s order shows everything except the shop’s internal data', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const order = await takeIn(shop, person, {
    imei: '353738587552215',
    notes: 'Retira su hermano',
    quote: 45_990,
    advance_payment: 10_000,
    password_type: 'pin',
    device_password: '2580',
  });
  await withDatabase(shop, async (sql) => {
    await sql`insert into service_order_internal (order_id, internal_notes) values (${order.id}, 'Tornillos en la bolsa 14')`;
    await sql`update service_orders set status = 'delivered', warranty_days = 90 where id = ${order.id}`;
  });
  await registerConfirmed(shop, person);
  const page = await openAs(person, `/dashboard/orders/view/${order.id}`);
  await expect(page.getByRole('heading', { level: 1, name: numbered(order.order_number) })).toBeVisible();
  for (const text of [
    'Entregado',
    'Motorola',
    'Moto G54',
    '353738587552215',
    'Tapa trasera rayada',
    'No carga',
    'Cambio de pin de carga',
    'Retira su hermano',
    '$45.990',
    '$10.000',
    '$35.990',
    '90 días',
    person.fullName,
  ]) {
    await expect(main(page).getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Entregado: Listo' })).toBeVisible();
  await expect(main(page).getByText(/Tornillos|2580|Técnico asignado/)).toHaveCount(0);
  await page.goto('/dashboard/orders/view/no-es-un-id');
  await expect(main(page).getByText('Orden no encontrada')).toBeVisible();
  await main(page).getByRole('link', { name: 'Volver a Mi Panel' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('CUST-04 UI-43 a quote is approved from the portal, by keyboard alone', async ({ openAs, shop }) => {
  const person = somebody();
  const order = await takeIn(shop, person, { status: 'quoted', quote: 45_990, total_amount: 45_990 });
  await registerConfirmed(shop, person);
  await confirmAtCounter(shop, person);
  const page = await openAs(person, '/dashboard');
  const answer = page.getByRole('link', { name: `Responder presupuesto: ${numbered(order.order_number)}` });
  await expect(answer).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await answer.evaluate((link) => link === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(answer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/orders/view/${order.id}`);
  await expect(page.getByRole('region', { name: 'Tu presupuesto espera respuesta' })).toContainText(
    '$45.990',
  );
  const approve = page.getByRole('button', { name: 'Aprobar y Continuar' });
  for (let steps = 0; steps < 40; steps += 1) {
    if (await approve.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(approve).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('alert')).toContainText('Aprobaste el presupuesto.');
  await expect(approve).toHaveCount(0);
  const heading = page.getByRole('heading', { level: 1, name: numbered(order.order_number) });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS('outline-style', 'none');
  await expect(main(page).getByText('El cliente aprobó el presupuesto de $45.990.')).toBeVisible();
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});

test('CUST-04 rejecting asks first; a quote decided elsewhere says so; a failure can be sent again @exhaustive', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const quoted = { status: 'quoted', quote: 30_000, total_amount: 30_000 };
  const first = await takeIn(shop, person, quoted);
  const second = await takeIn(shop, person, quoted);
  await registerConfirmed(shop, person);
  await confirmAtCounter(shop, person);
  const page = await openAs(person, `/dashboard/orders/view/${first.id}`);

  await page.route('**/functions/v1/update-quote-status', (route) =>
    route.fulfill({ status: 502, json: {} }),
  );
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '¿Rechazar el presupuesto?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect.poll(() => statusOf(shop, first.id)).toBe('quoted');
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(main(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/functions/v1/update-quote-status');
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  await question.getByRole('button', { name: 'Rechazar presupuesto' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Registramos tu respuesta.');
  await expect.poll(() => statusOf(shop, first.id)).toBe('rejected');

  await page.goto(`/dashboard/orders/view/${second.id}`);
  await expect(page.getByRole('button', { name: 'Aprobar y Continuar' })).toBeVisible();
  await withDatabase(
    shop,
    (sql) => sql`select * from decide_quote(private.quote_link(${second.id}), 'rejected')`,
  );
  await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Decisión ya Registrada');
  await expect(main(page).getByRole('alert')).toContainText('Presupuesto Rechazado');
  await expect.poll(() => statusOf(shop, second.id)).toBe('rejected');
});

test('PUB-27 CUST-04 a quote that changes while it is read is not approved: the new one is shown with a sentence @exhaustive', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  const order = await takeIn(shop, person, { status: 'quoted', quote: 30_000, total_amount: 30_000 });
  await registerConfirmed(shop, person);
  await confirmAtCounter(shop, person);
  const page = await openAs(person, `/dashboard/orders/view/${order.id}`);
  const approve = page.getByRole('button', { name: 'Aprobar y Continuar' });
  await expect(approve).toBeVisible();
  await setPrice(shop, order.id, 99_000);
  // The open page does not hear of the change: its quote is not read again by itself.
  await approve.click();
  await expect(main(page).getByRole('alert')).toHaveText(
    'El presupuesto cambió mientras lo veías y tu respuesta no se registró. Este es el nuevo: revísalo y responde.',
  );
  await expect(main(page).getByRole('region', { name: 'Tu presupuesto espera respuesta' })).toContainText(
    '$99.000',
  );
  await expect.poll(() => statusOf(shop, order.id)).toBe('quoted');
  await approve.click();
  await expect(main(page).getByRole('alert')).toContainText('Aprobaste el presupuesto.');
  await expect.poll(() => statusOf(shop, order.id)).toBe('approved');
});

test('CUST-03 the profile is read-only but for Editar Perfil, which saves neither RUT nor e-mail', async ({
  openAs,
  shop,
}) => {
  const person = somebody();
  await registerConfirmed(shop, person);
  const page = await openAs(person, '/perfil');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mi Perfil');
  await expect(main(page).getByText(person.email)).toBeVisible();
  await page.getByRole('button', { name: 'Editar Perfil' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Perfil' });
  await expect(dialog.getByLabel('RUT')).toBeDisabled();
  await expect(dialog.getByLabel('RUT')).toHaveValue(formatRut(person.rut));
  await dialog.getByLabel('Nombre completo').fill('');
  await dialog.getByLabel('Teléfono').fill('12');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await described(page, 'Nombre completo', 'El nombre completo es obligatorio.');
  await described(page, 'Teléfono', 'Ingresa un teléfono válido');

  await dialog.getByLabel('Nombre completo').fill('Rosa Araya Núñez de Toro');
  await dialog.getByLabel('Teléfono').fill('+56 9 5555 0001');
  await dialog.getByLabel('Dirección (opcional)').fill('Los Aromos 1159');
  await page.route('**/rest/v1/profiles?id=**', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } })
      : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Ocurrió un error al guardar los datos.');
  await expect(dialog.getByLabel('Dirección (opcional)')).toHaveValue('Los Aromos 1159');
  await page.unroute('**/rest/v1/profiles?id=**');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  expect(Object.keys((await sent).postDataJSON() as object).toSorted()).toEqual([
    'address',
    'full_name',
    'phone',
  ]);
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByText('Los Aromos 1159')).toBeVisible();
  const stored = await page.evaluate((key) => localStorage.getItem(key), USER_KEY);
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ fullName: 'Rosa Araya Núñez de Toro', rut: person.rut });
});

test('CUST-01 axe finds nothing on the portal’s screens @exhaustive', async ({ openAs, shop }) => {
  test.setTimeout(240_000);
  const person = somebody();
  await registerConfirmed(shop, person);
  const fresh = await openAs(person, '/dashboard');
  await expect(invitation(fresh)).toBeVisible();
  await expect(orders(fresh).getByText('No tienes órdenes de servicio activas.')).toBeVisible();
  expect(await axeFindings(fresh)).toEqual([]);

  const page = await openAs('customer', '/dashboard');
  await expect(orders(page).getByRole('listitem').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await orders(page)
    .getByRole('link', { name: /^(Responder|Ver)/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Pago', exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/perfil');
  await page.getByRole('button', { name: 'Editar Perfil' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
