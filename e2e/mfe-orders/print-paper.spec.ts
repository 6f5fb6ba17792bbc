import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import { newOrder } from '../support/orders.ts';
import { readPdf } from '../support/pdf.ts';
import { orderWith, recordPrinting, sheets } from '../support/printing.ts';

test('ORD-13 on paper: one A4 page for an ordinary order, so many for so many copies, further pages for long texts', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { work_description: 'No carga' });
  const page = await openAs('admin', '/robots.txt');
  await recordPrinting(page.context());
  const pdfOf = async (address: string) => {
    await page.goto(address);
    await expect(sheets(page).first()).toBeVisible();
    return readPdf(await page.pdf({ preferCSSPageSize: true }));
  };
  const A4 = [210, 297];
  expect(await pdfOf(`/print/${id}?type=client&copies=1`)).toEqual({ count: 1, sizes: [A4] });
  expect(await pdfOf(`/print/${id}?type=client&copies=3`)).toEqual({ count: 3, sizes: [A4, A4, A4] });
  expect(await pdfOf(`/print-technical/${id}`)).toEqual({ count: 1, sizes: [A4] });

  const slip = await pdfOf(`/print/${id}?type=client&copies=2&formato=80mm`);
  expect(slip.count).toBe(2);
  expect(slip.sizes.map(([width]) => width)).toEqual([80, 80]);
  const technicalSlip = await pdfOf(`/print-technical/${id}?formato=80mm`);
  expect(technicalSlip.count).toBe(1);
  expect(technicalSlip.sizes[0]?.[0]).toBe(80);

  await orderWith(shop, {
    work_description: Array.from({ length: 140 }, (_, line) => `Línea ${line}`).join('\n'),
  });
  const long = await pdfOf(`/print/${id}?type=client&copies=2`);
  // Each copy starts on a new page.
  expect(long.count).toBeGreaterThan(4);
  expect(long.count % 2).toBe(0);
  const longSlip = await pdfOf(`/print/${id}?type=client&copies=1&formato=80mm`);
  expect(longSlip.count).toBe(1);
  expect(longSlip.sizes[0]?.[1]).toBeGreaterThan(500);
});

test('UI-62 on paper what a line of a quote is has the width that its price leaves', async ({
  openAs,
  shop,
}) => {
  const line = {
    id: randomUUID(),
    kind: 'part',
    description: 'Pantalla',
    quantity: 1,
    unit_price: 45_990,
    discount: 0,
    condition: 'refurbished',
    choice: null,
    optional: false,
    chosen: true,
    note: '',
    product_id: null,
  };
  const { id } = await newOrder(shop, { quote_lines: [line], quote: 45_990, total_amount: 45_990 });
  const page = await openAs('admin', '/robots.txt');
  await recordPrinting(page.context());
  for (const paper of ['a4', '80mm']) {
    await page.goto(`/print/${id}?type=client&copies=1&formato=${paper}`);
    const what = sheets(page).locator('dt').filter({ hasText: 'Pantalla · Reacondicionado' });
    const price = sheets(page).locator('dt:has-text("Pantalla · Reacondicionado") + dd');
    await expect(price).toHaveText('$45.990');
    const [left, right] = [await what.boundingBox(), await price.boundingBox()];
    expect(left?.width).toBeGreaterThan(2 * (right?.width ?? Infinity));
  }
});
