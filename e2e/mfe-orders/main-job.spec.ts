/** A service order's whole lifecycle with everyone involved, each in a separate browser. */
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase } from '../support/database.ts';
import { ACCOUNTS, expect, PASSWORD, test, type Account } from '../support/fixtures.ts';
import type { PagePool } from '../support/page-pool.ts';
import { watchErrors } from '../support/requests.ts';

const WORK = 'Cambio de módulo de pantalla y batería';
const PRICE = 89_990;

interface Person {
  full_name: string;
  rut: string;
  phone: string;
}

/** A user on a separate device: a browser without a session. */
async function newVisitor(pages: PagePool, size?: { width: number; height: number }) {
  const page = await pages.take({}, size);
  return { page, errors: watchErrors(page) };
}

/** Signs in through the form, as people do. */
async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Correo electrónico').fill(ACCOUNTS[account]);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page).toHaveURL('/dashboard');
}

const personOf = (shop: RunningServer, account: Account): Promise<Person> =>
  withDatabase(shop, async (sql) => {
    const [person] = await sql<Person[]>`
      select full_name, rut, phone from public.profiles where email = ${ACCOUNTS[account]}`;
    if (!person) throw new Error(`The demo shop has no ${account}`);
    return person;
  });

interface Received {
  to: string;
  template: string;
  parameters: string[];
}

/** The WhatsApp messages of an order that reached a phone, in the order in which they were sent. */
async function received(shop: RunningServer, number: string): Promise<Received[]> {
  const response = await fetch(`${shop.url}/_dev/whatsapp.json`);
  const { messages } = (await response.json()) as { messages: Received[] };
  return messages.filter(({ parameters }) => parameters[0] === number);
}

/** Waits for the message of a template. */
async function messageOf(shop: RunningServer, number: string, template: string): Promise<Received> {
  let found: Received | undefined;
  await expect
    .poll(async () => {
      found = (await received(shop, number)).find((message) => message.template === template);
      return found?.template;
    })
    .toBe(template);
  if (!found) throw new Error(`No message ${template}`);
  return found;
}

/** The order's row on the desk. */
const rowOf = (page: Page, number: string): Locator =>
  page
    .getByRole('list', { name: 'Lista de órdenes' })
    .getByRole('listitem')
    .filter({ hasText: `#${number}` });
const statusOf = (page: Page, number: string): Locator => page.getByLabel(`Estado de la orden ${number}`);

/** The figures of the reports screen, from the server's response as it is shown. */
async function reportFigures(page: Page): Promise<Record<string, number>> {
  await page.goto('/informes?seccion=todo');
  const summary = page.getByRole('region', { name: 'Resumen de Órdenes de Servicio' });
  const numberIn = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
  const figures: Record<string, number> = {};
  for (const name of [
    'Total de Órdenes',
    'Órdenes Completadas',
    'Órdenes Entregadas',
    'Órdenes Pendientes',
  ]) {
    const card = summary
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
    figures[name] = numberIn(await card.getByRole('paragraph').first().textContent());
  }
  const earnings = page.getByRole('region', { name: 'Total Ganado' });
  await earnings.getByPlaceholder('PIN').fill('1234');
  await earnings.getByRole('button', { name: 'Ver ganancias' }).click();
  await expect(earnings.getByRole('button', { name: 'Ocultar Precio' })).toBeVisible();
  figures.earned = numberIn(
    await earnings
      .getByText(/^\$[\d.]+$/)
      .first()
      .textContent(),
  );
  return figures;
}

test('ORD-03 ORD-07 ORD-08 PUB-04 NOTIF-02 ORD-10 CUST-02 REP-02 one order from the counter to the report', async ({
  pages,
  shop,
}) => {
  test.setTimeout(150_000);
  const customer = await personOf(shop, 'customer');
  const [desk, bench, phone, office] = await Promise.all([
    newVisitor(pages),
    newVisitor(pages),
    newVisitor(pages, { width: 390, height: 844 }),
    newVisitor(pages),
  ]);

  await signIn(office.page, 'admin');
  const before = await reportFigures(office.page);

  const number = await test.step('the receptionist takes in the order', async () => {
    const { page } = desk;
    await signIn(page, 'receptionist');
    await expect(page.getByRole('heading', { name: 'Panel de Recepción' })).toBeVisible();
    await page.getByRole('button', { name: 'Nueva orden' }).click();
    const form = page.getByRole('dialog', { name: 'Nueva orden' });
    await form.getByLabel('RUT', { exact: true }).fill(customer.rut);
    await form.getByLabel('Teléfono', { exact: true }).fill(customer.phone);
    await form.getByLabel('Nombre completo').fill(customer.full_name);
    await form.getByLabel('Tipo de equipo').selectOption('smartphone');
    await form.getByLabel('Marca').fill('Samsung');
    await form.getByLabel('Modelo').fill('Galaxy S24');
    await form.getByLabel('Estado en que llega').fill('Vidrio roto, sin chip');
    await form.getByLabel('Problema').fill('Se cayó y no se ve la pantalla');
    await form.getByLabel('Trabajo a realizar').fill('Diagnóstico');
    await form.getByLabel('Tipo de clave').selectOption('pin');
    await form.getByLabel('PIN').fill('2580');
    await form.getByRole('button', { name: 'Crear orden' }).click();
    const created = page.getByRole('dialog').getByText(/^Orden \d{6} creada$/);
    await expect(created).toBeVisible();
    const made = /\d{6}/.exec((await created.textContent()) ?? '')?.[0] ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
    await expect(statusOf(page, made)).toHaveValue('pending');
    return made;
  });
  const welcome = await messageOf(shop, number, 'new_order');
  expect(welcome.to).toBe(customer.phone.replace(/\D/g, ''));

  await test.step('the technician works on it, looks up the code and sends a quote', async () => {
    const { page } = bench;
    await signIn(page, 'technician');
    await expect(page.getByRole('heading', { name: 'Panel de Técnico' })).toBeVisible();
    await statusOf(page, number).selectOption('in_progress');
    await expect(rowOf(page, number)).toContainText('Rodrigo Peña');
    await rowOf(page, number)
      .getByRole('link', { name: `#${number}` })
      .click();
    await page.getByRole('button', { name: 'Revisar o reparar' }).click();
    await expect(page.getByText('2580', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Historial' })).toContainText('Miró la clave del equipo');
    await page.goto('/dashboard');
    await rowOf(page, number).getByRole('button', { name: 'Presupuesto Listo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Presupuesto' });
    await dialog.getByLabel('Monto del presupuesto').fill(String(PRICE));
    await dialog.getByLabel('Trabajo a realizar').fill(WORK);
    await dialog.getByRole('button', { name: 'Enviar presupuesto' }).click();
    await expect(page.getByText('Presupuesto enviado', { exact: true })).toBeVisible();
    await expect(statusOf(page, number)).toHaveValue('quoted');
  });

  // A toast is shown for four seconds: start waiting for it before it can appear.
  const told = desk.page.getByText('Tienes una nueva notificación.').waitFor();
  await test.step('the customer opens the link of the message without an account and approves', async () => {
    const { page } = phone;
    const { parameters } = await messageOf(shop, number, 'order_quoted');
    expect(parameters.slice(0, 3)).toEqual([number, WORK, '$89.990']);
    expect(parameters[3]).toMatch(new RegExp(`^${shop.url}/decision-presupuesto/[0-9a-f-]{57}$`));
    await page.goto(parameters[3] ?? '');
    const sheet = page.getByRole('article');
    await expect(sheet).toContainText(number);
    await expect(sheet).toContainText(WORK);
    await expect(sheet).toContainText('$89.990');
    await page.getByRole('button', { name: 'Aprobar y Continuar' }).click();
    await expect(page).toHaveURL('/gracias/aprobado');
  });

  await test.step('the desk is told at once, without a reload', async () => {
    const { page } = desk;
    await told;
    await expect(statusOf(page, number)).toHaveValue('approved');
    await page.getByRole('button', { name: /^Notificaciones/ }).click();
    const panel = page.getByRole('dialog', { name: 'Notificaciones' });
    await expect(panel).toContainText(`Orden ${number}: ${customer.full_name} aprobó el presupuesto.`);
    await page.keyboard.press('Escape');
  });

  await test.step('the technician completes the work', async () => {
    const { page } = bench;
    await expect(statusOf(page, number)).toHaveValue('approved');
    await statusOf(page, number).selectOption('completed');
    await expect(statusOf(page, number)).toHaveValue('completed');
    await messageOf(shop, number, 'order_completed');
  });

  await test.step('the receptionist hands the device over, with 90 days of warranty', async () => {
    const { page } = desk;
    await expect(statusOf(page, number)).toHaveValue('completed');
    await statusOf(page, number).selectOption('delivered');
    const dialog = page.getByRole('dialog', { name: 'Entregar equipo' });
    await expect(dialog).toContainText('Saldo por cobrar: $89.990');
    await expect(dialog.getByLabel('Días de garantía')).toHaveAttribute('placeholder', '90');
    await dialog.getByLabel('Días de garantía').fill('90');
    await dialog.getByRole('radio', { name: 'Débito' }).check();
    await dialog.getByRole('button', { name: 'Entregar' }).click();
    await expect(page.getByText('Orden entregada', { exact: true })).toBeVisible();
    await expect(statusOf(page, number)).toHaveValue('delivered');
    await expect
      .poll(async () => (await messageOf(shop, number, 'order_delivered_v2')).parameters)
      .toEqual([number, 'Garantía de 90 días']);
  });

  await test.step('the customer, signed in, sees the delivered order and its warranty', async () => {
    const { page } = phone;
    await signIn(page, 'customer');
    await page.getByRole('listitem').filter({ hasText: number }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: `Orden ${number}` })).toBeVisible();
    const delivery = page.getByRole('region', { name: 'Entrega y garantía' });
    await expect(delivery).toContainText('90 días');
    await expect(page.getByRole('region', { name: 'Pago', exact: true })).toContainText('$89.990');
    await expect(page.getByRole('region', { name: 'Historial de decisiones' })).toContainText(
      'El cliente aprobó el presupuesto de $89.990.',
    );
    await expect(page.getByText('2580')).toHaveCount(0);
  });

  await test.step('the admin sees it in the report’s numbers', async () => {
    const after = await reportFigures(office.page);
    expect(after).toEqual({
      'Total de Órdenes': (before['Total de Órdenes'] ?? 0) + 1,
      'Órdenes Completadas': (before['Órdenes Completadas'] ?? 0) + 1,
      'Órdenes Entregadas': (before['Órdenes Entregadas'] ?? 0) + 1,
      'Órdenes Pendientes': before['Órdenes Pendientes'],
      earned: (before.earned ?? 0) + PRICE,
    });
  });

  const templates = (await received(shop, number)).map(({ template }) => template);
  // The confirmation of the customer's decision is sent by the schedule, at an unknown time.
  expect(templates.filter((template) => template === 'quote_decision')).toHaveLength(1);
  expect(templates.filter((template) => template !== 'quote_decision')).toEqual([
    'new_order',
    'status_update',
    'order_quoted',
    'order_completed',
    'order_delivered_v2',
  ]);
  for (const { errors } of [desk, bench, phone, office]) expect(errors).toEqual([]);
});
