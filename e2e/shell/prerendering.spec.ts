import { expect, test } from '../support/fixtures.ts';
import { takenOver, watchErrors, watchRequests } from '../support/requests.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

for (const [index, path] of ['/', '/servicios', '/privacidad'].entries()) {
  test(
    `PUB-06 ${path} is readable without any script`,
    { tag: exhaustiveAfterFirst(index) },
    async ({ browser, shop }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Registrarse' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await context.close();
    },
  );

  for (const width of [390, 1280]) {
    test(
      `PUB-06 ${path} is taken over by React as it is at ${width} px, without a flash or a shift`,
      { tag: exhaustiveAfterFirst(index) },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 844 });
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
        // The font is loaded last, after everything was rendered without it.
        let drawn = () => {};
        const waiting = new Promise<void>((resolve) => (drawn = resolve));
        await page.route('**/*.woff2', async (route) => {
          await waiting;
          await route.continue();
        });
        await page.goto(path, { waitUntil: 'commit' });
        const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
        await takenOver(page);
        drawn();
        await page.evaluate(() => document.fonts.ready);
        await page.waitForLoadState('networkidle');
        expect(await heading?.evaluate((node) => node.isConnected)).toBe(true);
        const seen = await page.evaluate(() => {
          const { shift, loadingSeen } = window as unknown as { shift: number; loadingSeen: boolean };
          return { shift, loadingSeen };
        });
        expect(seen).toEqual({ shift: 0, loadingSeen: false });
        expect(errors).toEqual([]);
      },
    );
  }
}

test('PUB-06 without the public remote the prerendered page stays readable', async ({ page }) => {
  await page.route('**/remotes/mfe-public/**', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Servicios' }).first().click();
  await expect(page).toHaveURL('/servicios');
});

test('PUB-06 SHELL-89 the landing reacts after at most 16 requests, none of them for the Supabase client, the query cache, the forms or a federation runtime', async ({
  page,
}) => {
  const requested = watchRequests(page);
  const handled = () => {
    const form = document.querySelector('main form');
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    return form !== null && !form.dispatchEvent(submit);
  };
  await page.goto('/', { waitUntil: 'commit' });
  // React's handler prevents the form's default submission.
  await page.waitForFunction(handled);
  // Requests made when idle may be in progress on a busy machine.
  const before = requested.filter((path) => !/\/(?:prefetch|start-service-worker)-/.test(path));
  expect(before.length).toBeGreaterThan(5);
  expect(before.length, before.join('\n')).toBeLessThanOrEqual(16);
  await page.waitForLoadState('networkidle');
  expect(
    requested.filter((path) =>
      /\/(?:create-supabase-client|query|auth-chunk|federation-runtime)-/.test(path),
    ),
  ).toEqual([]);
});
