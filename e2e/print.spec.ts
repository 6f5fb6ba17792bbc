import type { BrowserContext, Page } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { withDatabase } from './support/database.ts';
import { axeFindings, sidewaysOverflow } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { readPdf } from './support/pdf.ts';

interface Columns {
  advance_payment?: number;
  work_description?: string;
  device?: { type: 'pin' | 'pattern' | 'password'; code: string } | null;
  ofCustomer?: boolean;
}

interface Printed {
  id: string;
  number: string;
}

/** An order of the demo shop, changed for a test of its sheets. */
const orderWith = (
  shop: RunningServer,
  { device, ofCustomer = false, ...columns }: Columns,
): Promise<Printed> =>
  withDatabase(shop, async (sql) => {
    const [order] = await sql`
      select o.id, o.order_number from service_orders o
      where (o.customer_rut = (select rut from profiles where email = 'cliente@taller.test')) = ${ofCustomer}
        and o.status <> 'delivered'
      order by o.created_at desc limit 1`;
    const id = order?.id as string;
    const change = {
      total_amount: 45_990,
      password_type: device?.type ?? null,
      device_password: device?.code ?? null,
      ...columns,
    };
    await sql`update service_orders set password_type = null where id = ${id}`;
    await sql`update service_orders set ${sql(change)} where id = ${id}`;
    return { id, number: String(order?.order_number).padStart(6, '0') };
  });

/** Calls of print() and close() by the pages of a context, with the text of the page at that moment; the calls themselves do nothing. */
async function recordPrinting(
  context: BrowserContext,
): Promise<{ what: string; text: string; after: number }[]> {
  const calls: { what: string; text: string; after: number }[] = [];
  await context.exposeFunction('recordCall', (what: string, text: string, after: number) =>
    calls.push({ what, text, after }),
  );
  await context.addInitScript(() => {
    const record = (what: string) => () => {
      const { recordCall } = window as unknown as { recordCall: (...args: unknown[]) => void };
      recordCall(what, document.body.innerText, performance.now());
    };
    window.print = record('print');
    window.close = record('close');
  });
  return calls;
}

const sheets = (page: Page) => page.getByRole('article');

test('ORD-13 the selection opens each sheet in a new window; it prints by itself, then the window closes', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 0 });
  const page = await openAs('receptionist', `/dashboard/orders/view/${id}`);
  await page.goto(paths.printSelect.getHref(id));
  await expect(page.getByRole('heading', { name: 'Imprimir orden' })).toBeVisible();
  await expect(page.getByText(`Orden ${number}`)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);

  for (const [name, href] of [
    ['Orden para el cliente', `/print/${id}?type=client&copies=1`],
    ['Orden técnica', `/print-technical/${id}`],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name }).click();
    const sheet = await opened;
    const closed = sheet.waitForEvent('close');
    await sheet.waitForURL(href);
    await closed;
  }

  await page.getByRole('button', { name: 'Volver' }).click();
  await expect(page).toHaveURL(`/dashboard/orders/view/${id}`);
});

test('ORD-13 printing begins about 100 ms after the sheet stands, with everything on it, and closing follows', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, { advance_payment: 10_000, work_description: 'No enciende' });
  const page = await openAs('admin', '/servicios');
  const calls = await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(['print', 'close']);
  const text = calls[0]?.text ?? '';
  for (const part of [
    number,
    'Celulares y computadores, de vuelta a puerto',
    'Condell 1480, local 6, Valparaíso',
    '+56 32 255 0142',
    '76.543.210-3',
    'Lunes a Viernes 09:30 - 19:00',
    'Sábado 10:00 - 17:00',
    'Domingo Cerrado',
    'No enciende',
    '$45.990',
  ]) {
    expect(text).toContain(part);
  }
  const loaded = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return (navigation as PerformanceNavigationTiming).loadEventEnd;
  });
  expect((calls[0]?.after ?? 0) - loaded).toBeGreaterThanOrEqual(100);
});

test('ORD-13 the terms are numbered, six by default', async ({ openAs, shop }) => {
  const { id } = await orderWith(shop, {});
  const page = await openAs('receptionist', '/servicios');
  await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  const terms = sheets(page).locator('ol > li');
  await expect(terms).toHaveCount(6);
  await expect(terms.first()).toContainText('40 días');
  expect(await terms.first().evaluate((item) => getComputedStyle(item).listStyleType)).toBe('decimal');
});

test('ORD-13 the balance is shown only when the advance is above 0', async ({ openAs, shop }) => {
  const page = await openAs('admin', '/servicios');
  await recordPrinting(page.context());
  const { id } = await orderWith(shop, { advance_payment: 0 });
  await page.goto(`/print/${id}?type=client&copies=1`);
  await expect(sheets(page)).toContainText('Total');
  await expect(sheets(page)).not.toContainText('Saldo');
  await expect(sheets(page)).not.toContainText('Abono');
  await orderWith(shop, { advance_payment: 20_000 });
  await page.reload();
  await expect(sheets(page)).toContainText(/Abono\s*\$20\.000/);
  await expect(sheets(page)).toContainText(/Saldo\s*\$25\.990/);
});

test('ORD-13 on paper: one A4 page for an ordinary order, so many for so many copies, further pages for long texts', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { work_description: 'No carga' });
  const page = await openAs('admin', '/servicios');
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
  // Each copy begins on a page of its own.
  expect(long.count).toBeGreaterThan(4);
  expect(long.count % 2).toBe(0);
  const longSlip = await pdfOf(`/print/${id}?type=client&copies=1&formato=80mm`);
  expect(longSlip.count).toBe(1);
  expect(longSlip.sizes[0]?.[1]).toBeGreaterThan(500);
});

test('ORD-13 the QR on the client’s sheet holds the address of the public status page', async ({
  openAs,
  shop,
}) => {
  const { id, number } = await orderWith(shop, {});
  const page = await openAs('admin', '/servicios');
  await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  const address = `${shop.url}/orders/view/${number}`;
  const code = page.getByRole('img', { name: address });
  await expect(code).toBeVisible();
  const read = await code.evaluate(async (svg) => {
    if (!('BarcodeDetector' in window)) return null;
    const Detector = window.BarcodeDetector as new () => {
      detect: (source: ImageBitmap) => Promise<{ rawValue: string }[]>;
    };
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const found = await new Detector().detect(await createImageBitmap(image));
    return found[0]?.rawValue ?? null;
  });
  // Not every Chromium has a reader; the size tells of the right amount of data where it has none.
  if (read !== null) expect(read).toBe(address);
  else expect(await code.getAttribute('viewBox')).toMatch(/^0 0 (29|33) (29|33)$/);
  await page.goto(`/orders/view/${number}`);
  await expect(page.getByText(number)).toBeVisible();
});

test('ORD-13 the technical sheet draws the pattern, and the look at the code is in the order’s timeline once', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { device: { type: 'pattern', code: '1-5-9-6-3' } });
  await withDatabase(
    shop,
    (sql) => sql`delete from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  const page = await openAs('technician', '/servicios');
  const calls = await recordPrinting(page.context());
  await page.goto(`/print-technical/${id}`);
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(['print', 'close']);
  const drawing = page.getByRole('img', { name: 'Patrón de desbloqueo 1-5-9-6-3' });
  await expect(drawing.locator('text')).toHaveText(['1', '5', '2', '4', '3']);
  await expect(drawing.locator('line')).toHaveCount(4);
  expect(calls[0]?.text).toContain('1-5-9-6-3');
  const looks = await withDatabase(
    shop,
    (sql) => sql`select actor_role from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  expect(looks.map(({ actor_role }) => actor_role as string)).toEqual(['technician']);
});

test('ORD-13 a PIN is printed as it is; without a code the sheet says so and nothing is logged', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderWith(shop, { device: { type: 'pin', code: '007401' } });
  const page = await openAs('admin', '/servicios');
  await recordPrinting(page.context());
  await page.goto(`/print-technical/${id}`);
  await expect(sheets(page)).toContainText('007401');
  await orderWith(shop, { device: null });
  await withDatabase(
    shop,
    (sql) => sql`delete from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  await page.reload();
  await expect(sheets(page)).toContainText('El cliente no dejó clave.');
  await expect(sheets(page)).not.toContainText('007401');
  const looks = await withDatabase(
    shop,
    (sql) => sql`select id from order_events where order_id = ${id} and kind = 'code_viewed'`,
  );
  expect(looks).toHaveLength(0);
});

test('ORD-13 a customer prints the client’s sheet of an own order, and nothing else', async ({
  openAs,
  shop,
}) => {
  const own = await orderWith(shop, { ofCustomer: true, device: { type: 'pin', code: '483920' } });
  const foreign = await orderWith(shop, { ofCustomer: false });
  const page = await openAs('customer', '/servicios');
  const calls = await recordPrinting(page.context());
  await page.goto(`/print/${own.id}?type=client&copies=1`);
  await expect(sheets(page)).toContainText(own.number);
  await expect(sheets(page)).not.toContainText('483920');
  await expect.poll(() => calls.length).toBe(2);

  await page.goto(`/print/${foreign.id}?type=client&copies=1`);
  await expect(page.getByText('Orden no encontrada')).toBeVisible();
  for (const path of [`/print-technical/${own.id}`, `/print-select/${own.id}`]) {
    await page.goto(path);
    await expect(page.getByText('Acceso no autorizado.')).toBeVisible();
  }
  expect(calls).toHaveLength(2);
});

test('ORD-13 texts from strangers are shown as text; an unknown order prints nothing', async ({
  openAs,
  shop,
}) => {
  const nasty = "<img src=x onerror=alert(1)> \u202Eesrever 🔧 '; drop table service_orders; --";
  const { id } = await orderWith(shop, { work_description: nasty });
  const page = await openAs('admin', '/servicios');
  const calls = await recordPrinting(page.context());
  await page.goto(`/print/${id}?type=client&copies=1`);
  await expect(sheets(page)).toContainText('<img src=x onerror=alert(1)>');
  await expect(sheets(page).locator('img[src]')).toHaveCount(0);
  await expect.poll(() => calls.length).toBe(2);
  for (const unknown of ['no-es-un-id', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/print/${unknown}?type=client&copies=1`);
    await expect(page.getByText('Orden no encontrada')).toBeVisible();
  }
  expect(calls).toHaveLength(2);
});

test('ORD-13 selection, sheet and missing order pass axe on phone and desk, in both schemes', async ({
  openAs,
  shop,
}) => {
  test.slow();
  const { id } = await orderWith(shop, { advance_payment: 5_000 });
  const page = await openAs('admin', '/servicios');
  await recordPrinting(page.context());
  await page.goto(paths.printSelect.getHref(id));
  await expect(page.getByText(/^Orden \d{6} ·/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.goto(`/print/${id}?type=client&copies=1`);
  await expect(sheets(page)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/print/no-es-un-id');
  await expect(page.getByText('Orden no encontrada')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});
