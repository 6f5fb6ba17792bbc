import { expect, test } from '../support/fixtures.ts';
import { newOrder, partsOutside, rowOf } from '../support/orders.ts';

test('ORD-66 compact rows are 56 px high with nothing cut off, and the device remembers them', async ({
  openAs,
  shop,
}) => {
  const order = await newOrder(shop, { quote: 1_234_990, advance_payment: 100_000 });
  const page = await openAs('admin', '/dashboard', { viewport: { width: 1280, height: 900 } });
  const row = rowOf(page, order);
  const height = () => row.evaluate((element) => element.getBoundingClientRect().height);
  const phone = row.getByText(/^[+]56 /);
  await expect.poll(height).toBe(88);
  await expect(phone).toBeVisible();
  await page.getByRole('checkbox', { name: 'Compacta' }).check();
  await expect.poll(height).toBe(56);
  await expect(phone).toBeHidden();
  await page.reload();
  await expect.poll(height).toBe(56);
  for (const width of [1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await partsOutside(row)]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(height).toBe(88);
  await expect(page.getByRole('checkbox', { name: 'Compacta' })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('checkbox', { name: 'Compacta' }).uncheck();
  await expect.poll(height).toBe(88);
  await expect(phone).toBeVisible();
});

test('ORD-66 in compact rows a window of 1,280 by 800 px shows eight orders without scrolling', async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/dashboard', { viewport: { width: 1280, height: 800 } });
  await page.getByRole('checkbox', { name: 'Compacta' }).check();
  await page.evaluate(() => scrollTo(0, 0));
  const eighth = page.getByRole('list', { name: 'Lista de órdenes' }).getByRole('listitem').nth(7);
  await expect(eighth).toBeInViewport({ ratio: 1 });
});
