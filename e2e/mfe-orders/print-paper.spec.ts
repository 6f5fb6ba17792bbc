import { expect, test } from '../support/fixtures.ts';
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
