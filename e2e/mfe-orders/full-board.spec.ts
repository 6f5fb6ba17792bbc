/** Board and queue with 500 orders: everything is reached by key, and nothing is cut (TIME-33, TIME-35). */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { withDatabase } from '../support/database.ts';
import { ACCOUNTS, expect, test } from '../support/fixtures.ts';
import { columnsOf } from '../support/orders.ts';
import { settled } from '../support/screen-faults.ts';

const MOST = 500;
const STEP = 20;
const LONG = 'Supercalifragilísticamente mojado y sin cargar con ningún cable. '.repeat(4);

/** Creates MOST orders, older than those of the demo, until they are disposed of. */
async function fill(
  shop: RunningServer,
  columns: Record<string, unknown>,
): Promise<AsyncDisposable & { ids: readonly string[] }> {
  const ids = Array.from({ length: MOST }, () => randomUUID());
  await withDatabase(shop, (sql) => {
    const rows = ids.map((id, nth) => ({
      ...orderColumns({ customer_name: `Cliente ${'Apellidolarguísimo'.repeat(1 + (nth % 3))} ${nth}` }),
      id,
      equipment_model: `Modelo ${'largo '.repeat(nth % 9)}${nth}`,
      work_description: LONG,
      device_password: null,
      password_type: null,
      created_at: new Date(Date.UTC(2020, 0, 1, 12, nth)).toISOString(),
      ...columns,
    }));
    return sql`insert into service_orders ${sql(rows as never)}`;
  });
  return {
    ids,
    [Symbol.asyncDispose]: async () => {
      await withDatabase(shop, (sql) => sql`delete from service_orders where id in ${sql(ids)}`);
    },
  };
}

/** Reads on until all are there. */
async function readAll(part: Locator, rows: Locator): Promise<void> {
  for (let shown = STEP; shown < MOST; shown += STEP) {
    await expect(rows).toHaveCount(shown);
    await part.getByRole('button', { name: 'Ver más' }).click();
  }
  await expect(rows).toHaveCount(MOST);
}

/** Texts of parts that reach beyond their card, and of cards that reach beyond their place. */
const cutParts = (cards: Locator): Promise<string[]> =>
  cards.evaluateAll((all) => {
    // Out of sight they have a place without contents.
    for (const card of all) card.closest('li')?.style.setProperty('content-visibility', 'visible');
    return all.flatMap((card) => {
      const isWithin = (inner: Element, outer: Element) => {
        const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
        return (
          one.left >= other.left - 0.5 &&
          one.right <= other.right + 0.5 &&
          one.top >= other.top - 0.5 &&
          one.bottom <= other.bottom + 0.5
        );
      };
      const parts = [...card.querySelectorAll('p, a, button, div')].filter((part) => !isWithin(part, card));
      const place = card.closest('li');
      return [...parts, ...(place && !isWithin(card, place) ? [card] : [])].map((part) => part.textContent);
    });
  });

const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('TIME-33 TIME-35 the 500th card of a column is reached and moved by key, and no card is cut @exhaustive', async ({
  openAs,
  shop,
}) => {
  await using filled = await fill(shop, { status: 'pending', technician_id: null });
  const page = await openAs('technician', '/dashboard/tablero');
  const pending = page.getByRole('region', { name: /^Pendiente, / });
  const cards = pending.locator('[data-card]');
  await readAll(pending, cards);
  expect(await cutParts(cards)).toEqual([]);
  expect(await tooWide(page)).toBe(0);
  await cards.first().getByRole('link').focus();
  const last = cards.nth(MOST - 1);
  const id = filled.ids.at(-1) ?? '';
  await expect(last).toHaveAttribute('data-card', id);
  await last.getByRole('link').focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Shift+ArrowRight');
  const moved = page
    .getByRole('region', { name: /^En Progreso, / })
    .locator(`[data-card="${id}"]`)
    .getByRole('link');
  await expect(moved).toBeFocused();
  await expect(moved).toBeInViewport({ ratio: 0.9 });
  await expect.poll(() => columnsOf(shop, id)).toMatchObject({ status: 'in_progress' });
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page, 'resized');
  await expect(pending.locator('[data-card]').first()).toBeVisible();
  expect(await cutParts(page.locator('[data-card]'))).toEqual([]);
  expect(await tooWide(page)).toBe(0);
});

test('TIME-30 TIME-32 the 500th order of the queue is reached and taken by key, and no row is cut @exhaustive', async ({
  openAs,
  shop,
}) => {
  await using filled = await fill(shop, {
    status: 'approved',
    technician_id: null,
    approved_at: '2020-01-02T12:00:00Z',
  });
  const page = await openAs('technician', '/dashboard/cola');
  const free = page.getByRole('region', { name: /^Para tomar/ });
  const links = free.getByRole('link', { name: /^#\d+$/ });
  await readAll(free, links);
  expect(await tooWide(page)).toBe(0);
  const last = links.nth(MOST - 1);
  const name = (await last.textContent()) ?? '';
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('t');
  await expect(page.getByRole('region', { name: /^Tuyas/ }).getByRole('link', { name })).toBeVisible();
  const taken = () =>
    withDatabase(
      shop,
      async (sql) =>
        (
          await sql`select o.id from service_orders o join profiles p on p.id = o.technician_id
        where o.order_number = ${Number(name.slice(1))} and p.email = ${ACCOUNTS.technician}`
        )[0]?.id,
    );
  await expect.poll(taken).toEqual(expect.any(String));
  expect(filled.ids).toContain(await taken());
});
