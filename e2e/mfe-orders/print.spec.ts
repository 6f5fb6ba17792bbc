import { paths } from '@taller/shared/contract/paths.ts';
import { axeFindings, sidewaysOverflow } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { orderWith, recordPrinting, sheets } from '../support/printing.ts';

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
  const page = await openAs('admin', '/robots.txt');
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

test('ORD-13 a customer prints the client’s sheet of their own orders, and nothing else', async ({
  openAs,
  shop,
}) => {
  const own = await orderWith(shop, { ofCustomer: true, device: { type: 'pin', code: '483920' } });
  const foreign = await orderWith(shop, { ofCustomer: false });
  const page = await openAs('customer', '/robots.txt');
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

test('ORD-13 selection, sheet and missing order pass axe on phone and desk, in both schemes @exhaustive', async ({
  openAs,
  shop,
}) => {
  test.slow();
  const { id } = await orderWith(shop, { advance_payment: 5_000 });
  const page = await openAs('admin', '/robots.txt');
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
