/** A quote by lines in browsers without JavaScript: a form whose POST carries what is chosen (QUO-04). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, storedOrder } from './support/orders.ts';
import { linesOf, quotedByLines, saveLines, screenQuote, shownQuote } from './support/quotes.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
const site = mkdtempSync(join(tmpdir(), 'taller-plain-quotes-'));
beforeAll(async () => {
  writeFileSync(join(site, 'index.html'), '<p>aplicación</p>');
  writeFileSync(join(site, '200.html'), '<p>aplicación</p>');
  shop = await openShop({ siteDir: site, trustedProxies: [] });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  rmSync(site, { recursive: true, force: true });
});

const address = (id: string) => `${shop.url}/decision-presupuesto/${id}?simple=1`;
/** A page's HTML with single blanks. */
const htmlOf = async (answer: Response) => (await answer.text()).replaceAll(/\s+/g, ' ');
const read = async (id: string) => htmlOf(await fetch(address(id)));
const post = (id: string, fields: readonly (readonly [string, string])[]) =>
  fetch(address(id), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
  });

/** The fields that a browser sends of the page's form, with these lines taken and this button pressed. */
function fieldsOf(page: string, taken: readonly unknown[], decision: string) {
  const inputs = [...page.matchAll(/<input type="(\w+)" name="([^"]+)" value="([^"]*)"/g)];
  return [
    ...inputs
      .filter(([, type, , value]) => type === 'hidden' || taken.includes(value))
      .map(([, , name = '', value = '']) => [name, value] as const),
    ['decision', decision] as const,
  ];
}

async function onThePage() {
  const quote = screenQuote();
  const order = await quotedByLines(shop, quote.lines);
  return { ...quote, order, page: await read(order.id) };
}

test('QUO-04 the page has a box for each option, a button for each alternative, and the suggested ones are set', async () => {
  const { page, original, compatible, protector } = await onThePage();
  expect(page).toContain('Cambio de pantalla: $15.000');
  expect(page).toContain('Pantalla compatible: $35.000<br /><small>Reacondicionado</small>');
  expect(page).toMatch(new RegExp(`type="radio" name="linea-\\d" value="${original.id}" checked`));
  expect(page).toMatch(new RegExp(`type="radio" name="linea-\\d" value="${compatible.id}" +/>`));
  expect(page).toMatch(new RegExp(`type="checkbox" name="linea" value="${protector.id}" +/>`));
  expect(page).toContain('$75.000');
  expect(page).toContain('Incluye IVA (19 %): $11.975');
});

test('QUO-04 «Actualizar total» shows the sum of what is chosen, which is approved then', async () => {
  const { order, page, compatible, protector } = await onThePage();
  const taken = [compatible.id, protector.id];
  const answer = await post(order.id, fieldsOf(page, taken, 'total'));
  const shown = await htmlOf(answer);
  expect(answer.status).toBe(200);
  expect(shown).toContain('$58.000');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '75000' });
  const decided = await post(order.id, fieldsOf(shown, taken, 'approved'));
  expect([decided.status, decided.headers.get('location')]).toEqual([303, '/gracias/aprobado?simple=1']);
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '58000' });
  expect((await linesOf(shop, order.id)).map(({ chosen }) => chosen)).toEqual([true, false, true, true]);
});

test('QUO-04 whoever approves before seeing the new total sees it first, with what was chosen', async () => {
  const { order, page, compatible } = await onThePage();
  const answer = await post(order.id, fieldsOf(page, [compatible.id], 'approved'));
  const shown = await htmlOf(answer);
  expect(shown).toContain('Este es el total de lo que elegiste.');
  expect(shown).toContain('$50.000');
  expect(shown).toMatch(new RegExp(`value="${compatible.id}" checked`));
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
});

test('QUO-04 what the shop suggests is approved as it is, and rejected after a question', async () => {
  const { order, page, original } = await onThePage();
  expect((await post(order.id, fieldsOf(page, [original.id], 'approved'))).status).toBe(303);
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'approved', total_amount: '75000' });
  const other = await onThePage();
  const question = await htmlOf(await fetch(`${address(other.order.id)}&rechazar=1`));
  expect((await post(other.order.id, fieldsOf(question, [], 'rejected'))).status).toBe(303);
  expect(await storedOrder(shop, other.order.id)).toMatchObject({ status: 'rejected' });
});

test('QUO-04 a quote that changed meanwhile is shown, and what was chosen of the other one decides nothing', async () => {
  const { order, page, compatible, lines } = await onThePage();
  const dearer = lines.map((line) => (line.id === compatible.id ? { ...line, unit_price: 45_000 } : line));
  await saveLines(shop.people.technician, order.id, dearer);
  const shown = await htmlOf(await post(order.id, fieldsOf(page, [compatible.id], 'approved')));
  expect(shown).toContain('El presupuesto cambió mientras lo veías');
  expect(shown).toContain('$45.000');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted' });
});

test('QUO-04 «Actualizar total» of a quote that changed meanwhile says so', async () => {
  const { order, page, compatible, lines } = await onThePage();
  const dearer = lines.map((line) => (line.id === compatible.id ? { ...line, unit_price: 45_000 } : line));
  await saveLines(shop.people.technician, order.id, dearer);
  const shown = await htmlOf(await post(order.id, fieldsOf(page, [compatible.id], 'total')));
  expect(shown).toContain('El presupuesto cambió mientras lo veías');
  expect(shown).toContain('$75.000');
});

test.each<[string, string, string]>([
  ['the sum', 'amount', '1'],
  ['a sum that is none', 'amount', 'gratis'],
  ['a negative sum', 'amount', '-75000'],
  ['another version', 'version', 'x'],
  ['an alternative of nobody', 'linea-1', '00000000-0000-4000-8000-000000000000'],
  ['an option that is none', 'linea', 'x'],
  ['the decision', 'decision', 'delivered'],
])('QUO-14 a form without a script in which %s was changed decides nothing', async (_, field, value) => {
  const { order, page, original } = await onThePage();
  const fields = fieldsOf(page, [original.id], 'approved').filter(([name]) => name !== field);
  const answer = await post(order.id, [...fields, [field, value]]);
  expect([200, 502]).toContain(answer.status);
  expect(await htmlOf(answer)).toContain('$75.000');
  expect(await storedOrder(shop, order.id)).toMatchObject({ status: 'quoted', total_amount: '75000' });
});

test('QUO-07 a quote that expired says so, and has no form', async () => {
  const { order } = await onThePage();
  const validFor = (days: number) =>
    shop.sql`update public.setting_sections set value = value || ${shop.sql.json({ quoteDays: days })}
      where section = 'desk'`;
  try {
    await validFor(2);
    await shop.sql`update public.service_orders set quoted_at = now() - interval '3 days' where id = ${order.id}`;
    const page = await read(order.id);
    expect(page).toContain('El presupuesto venció');
    expect(page).not.toContain('<form');
  } finally {
    await validFor(0);
  }
});

test('QUO-02 a quote of one number has no list', async () => {
  const { order } = await onThePage();
  await saveLines(shop.people.technician, order.id, []);
  await change(shop.people.technician, order.id, { total_amount: 20_000 });
  const page = await read(order.id);
  expect((await shownQuote(shop, order.id)).lines).toHaveLength(1);
  expect(page).not.toContain('plain-lines');
  expect(page).toContain('$20.000');
});
