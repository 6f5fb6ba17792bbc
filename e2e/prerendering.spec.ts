import { expect, test } from './support/fixtures.ts';
import { takenOver, watchErrors } from './support/requests.ts';

for (const path of ['/', '/servicios']) {
  test(`PUB-06 ${path} is readable without any script`, async ({ browser, shop }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Registrarse' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await context.close();
  });

  test(`PUB-06 ${path} is taken over by React as it is, without a flash or a shift`, async ({ page }) => {
    const errors = watchErrors(page);
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0, loadingSeen: false });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      new MutationObserver(() => {
        if ((document.body as HTMLElement | null)?.textContent.includes('Cargando...'))
          Object.assign(window, { loadingSeen: true });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(path);
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    await takenOver(page);
    expect(await heading?.evaluate((node) => node.isConnected)).toBe(true);
    expect(await page.evaluate(() => (window as unknown as { loadingSeen: boolean }).loadingSeen)).toBe(
      false,
    );
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
    expect(errors).toEqual([]);
  });
}

test('PUB-06 without the public remote the prerendered page stays readable', async ({ page }) => {
  await page.route('**/remotes/mfe-public/**', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Servicios' }).first().click();
  await expect(page).toHaveURL('/servicios');
});

test('PUB-06 the public pages load neither the Supabase client nor the query cache', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /\/(?:create-supabase-client|query)-/.test(path))).toEqual([]);
});
