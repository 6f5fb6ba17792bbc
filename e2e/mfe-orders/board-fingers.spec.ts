/** The board by finger, with the touches of a screen: a long press drags, a swipe scrolls (TIME-35). */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { asNumber, columnsOf, newOrder } from '../support/orders.ts';
import { pauseClock } from '../support/pause-clock.ts';

/** Longer than a long press takes. */
const LONG_MS = 1_000;
const OLD = '2020-01-01T12:00:00Z';
const TABLET = { hasTouch: true, viewport: { width: 1280, height: 800 } };

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });
const cardOf = (page: Page, number: string) => page.locator('[data-card]').filter({ hasText: `#${number}` });

interface Finger {
  press: (at: Locator) => Promise<void>;
  /** Slides there in steps, as a finger does. */
  slide: (by: { x: number; y: number }) => Promise<void>;
  lift: () => Promise<void>;
}

/** A finger on the screen, below the links and buttons of what it presses. */
function fingerOf(cdp: CDPSession): Finger {
  let at = { x: 0, y: 0 };
  const touch = (type: 'touchStart' | 'touchMove') =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
  return {
    press: async (target) => {
      const box = await target.boundingBox();
      at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 60 };
      await touch('touchStart');
    },
    slide: async ({ x, y }) => {
      for (let step = 0; step < 10; step += 1) {
        at = { x: at.x + x / 10, y: at.y + y / 10 };
        await touch('touchMove');
      }
    },
    lift: async () =>
      void (await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })),
  };
}

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0) / 2;
};

test('TIME-35 a long press and a drag by finger move a card, and a lift where it was moves none', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { status: 'pending', created_at: OLD });
  const page = await openAs('technician', '/dashboard/tablero', TABLET);
  const card = cardOf(page, asNumber(order));
  await expect(card).toHaveAttribute('draggable', 'true');
  const finger = fingerOf(await page.context().newCDPSession(page));
  const [pending, inProgress] = [column(page, 'Pendiente'), column(page, 'En Progreso')];
  await pauseClock(page);
  const hold = async () => {
    await finger.press(card);
    await page.clock.runFor(LONG_MS);
    await expect(inProgress).toHaveAttribute('data-move', 'choose');
  };
  await hold();
  await finger.lift();
  await expect(inProgress).not.toHaveAttribute('data-move', /./);
  await expect(pending.getByText(`#${asNumber(order)}`)).toBeVisible();
  await hold();
  await finger.slide({ x: (await middleOf(inProgress)) - (await middleOf(pending)), y: 0 });
  await expect(inProgress).toHaveAttribute('data-over', 'true');
  await page.clock.resume();
  await finger.lift();
  await expect(inProgress.getByText(`#${asNumber(order)}`)).toBeVisible();
  await expect(card).toHaveCount(1);
  await expect.poll(() => columnsOf(shop, order.id)).toMatchObject({ status: 'in_progress' });
  // The finger opened nothing.
  await expect(page).toHaveURL(/\/dashboard\/tablero$/);
});

test('TIME-35 a swipe by finger scrolls a column and moves no card', async ({ openAs, shop }) => {
  const orders = [];
  for (let n = 0; n < 8; n += 1) orders.push(await newOrder(shop, { status: 'pending', created_at: OLD }));
  const page = await openAs('technician', '/dashboard/tablero', TABLET);
  const pending = column(page, 'Pendiente');
  const second = pending.locator('[data-card]').nth(1);
  await expect(second).toHaveAttribute('draggable', 'true');
  const finger = fingerOf(await page.context().newCDPSession(page));
  // However slowly the machine sends them, the touches come before the press is long.
  await pauseClock(page);
  const scrolled = () => pending.getByRole('list').evaluate(({ scrollTop }) => scrollTop);
  expect(await scrolled()).toBe(0);
  await finger.press(second);
  await finger.slide({ x: 0, y: -150 });
  await page.clock.runFor(LONG_MS);
  await expect.poll(scrolled).toBeGreaterThan(50);
  await expect(page.locator('[data-move]')).toHaveCount(0);
  await finger.lift();
  await page.clock.resume();
  for (const { id } of orders)
    await expect.poll(() => columnsOf(shop, id)).toMatchObject({ status: 'pending', version: 1 });
});
