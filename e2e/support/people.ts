import { randomInt, randomUUID } from 'node:crypto';
import { rutCheckDigit } from '@taller/shared/values/rut.ts';
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { withDatabase, type DemoOrder } from './database.ts';
import { PASSWORD } from './fixtures.ts';
import { newOrder } from './orders.ts';

/** A customer who is not part of the demo shop. */
export interface Somebody {
  email: string;
  fullName: string;
  rut: string;
  phone: string;
}

/** A new customer; pass the properties that matter to the test. */
export function somebody(given: Partial<Somebody> = {}): Somebody {
  const digits = String(randomInt(18_000_000, 26_000_000));
  return {
    email: `persona-${randomUUID().slice(0, 8)}@correo.test`,
    fullName: 'Rosa Araya Núñez',
    rut: `${digits}-${rutCheckDigit(digits)}`,
    phone: `+56 9 ${randomInt(4000, 9999)} ${randomInt(1000, 9999)}`,
    ...given,
  };
}

async function post(
  shop: RunningServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Registers a customer and confirms the e-mail. */
export async function registerConfirmed(shop: RunningServer, person: Somebody): Promise<void> {
  const { email, fullName, rut, phone } = person;
  const signUp = { email, password: PASSWORD, data: { full_name: fullName, rut, phone } };
  // Registrations are rate limited by network; a test run makes more than a household.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  await post(shop, '/auth/v1/signup', signUp, { 'x-forwarded-for': address });
  // Confirming takes the password away, which its link asks for again (SEC-80).
  await withDatabase(shop, async (sql) => {
    const [user] = await sql`select encrypted_password as hash from auth.users where email = ${email}`;
    await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    await sql`update auth.users set encrypted_password = ${String(user?.hash)} where email = ${email}`;
  });
}

/** The desk has seen the person's identity card: the account's tie decides, and not only reads (CUST-18). */
export async function confirmAtCounter(shop: RunningServer, { rut }: Somebody): Promise<void> {
  await withDatabase(shop, (sql) => sql`delete from private.self_made_ties where rut = ${rut}`);
}

/** A registered customer with this name. */
export async function registered(shop: RunningServer, fullName: string): Promise<Somebody> {
  const person = somebody({ fullName });
  await registerConfirmed(shop, person);
  return person;
}

/** The tokens of a registered customer. */
export const tokensOf = (shop: RunningServer, { email }: Somebody) =>
  post(shop, '/auth/v1/token?grant_type=password', { email, password: PASSWORD });

/** A new order of a customer. */
export function takeIn(
  shop: RunningServer,
  { fullName, rut, phone }: Somebody,
  columns: Record<string, string | number> = {},
): Promise<DemoOrder> {
  return newOrder(shop, {
    customer_name: fullName,
    customer_rut: rut,
    customer_phone: phone,
    equipment_brand: 'Motorola',
    equipment_model: 'Moto G54',
    equipment_condition: 'Tapa trasera rayada',
    quote: null,
    ...columns,
  });
}

/** A customer with a verified RUT and one delivered order. */
export async function formerCustomer(shop: RunningServer, fullName: string): Promise<Somebody> {
  const person = somebody({ fullName });
  await takeIn(shop, person, { status: 'delivered', warranty_days: 30 });
  await registerConfirmed(shop, person);
  await confirmAtCounter(shop, person);
  return person;
}

/** Makes a customer a technician in 'Usuarios', as an admin. @returns the dialog that makes the invitation's link. */
export async function makeTechnician(page: Page, { fullName }: Somebody): Promise<Locator> {
  await page.getByRole('searchbox').fill(fullName);
  await page.getByRole('button', { name: `Editar a ${fullName}` }).click();
  const form = page.getByRole('dialog', { name: 'Editar usuario' });
  await form.getByLabel('Rol').selectOption({ label: 'Técnico' });
  await form.getByRole('button', { name: 'Guardar' }).click();
  return page.getByRole('dialog', { name: 'Enlace de invitación' });
}
