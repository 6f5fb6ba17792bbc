import { expect, test } from '../support/fixtures.ts';

test('TEST-16 a page that served a test before has nothing of it left', async ({ pages }) => {
  const first = await pages.take({ someone: 'before' }, { width: 390, height: 844 });
  await first.evaluate(async () => {
    sessionStorage.setItem('typed', 'before');
    document.cookie = 'seen=before';
    await (await caches.open('before')).put('/robots.txt', new Response('before'));
    await new Promise((resolve) => (indexedDB.open('before').onsuccess = resolve));
  });
  await first.route('**/robots.txt', (route) => route.fulfill({ body: 'before' }));
  await first.emulateMedia({ colorScheme: 'dark' });
  const heard: string[] = [];
  first.on('request', (request) => heard.push(request.url()));
  await first.addInitScript(() => Object.assign(window, { before: true }));
  await first.context().exposeFunction('told', (what: string) => heard.push(what));
  const tab = await first.context().newPage();
  await tab.goto('/robots.txt');
  expect(await tab.evaluate(() => 'told' in window)).toBe(true);
  await first.reload();
  expect(await first.evaluate(() => 'before' in window && 'told' in window)).toBe(true);
  await pages.endTest(true);
  expect(tab.isClosed()).toBe(true);
  heard.length = 0;

  const page = await pages.take({ someone: 'now' });
  expect(page).toBe(first);
  await page.goto('/robots.txt');
  expect(await page.textContent('body')).toContain('User-agent');
  const found = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: sessionStorage.length,
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
    script: 'before' in window,
    exposed: 'told' in window,
    saves: (navigator as Navigator & { connection?: { saveData: boolean } }).connection?.saveData,
  }));
  expect(found).toEqual({
    local: [['someone', '"now"']],
    session: 0,
    cookie: '',
    caches: [],
    databases: 0,
    dark: false,
    width: 1280,
    script: false,
    exposed: false,
    // Else each page would fetch the code of the likely next ones.
    saves: true,
  });
  // A name that was exposed before can be exposed again.
  await page.context().exposeFunction('told', (what: string) => heard.push(what));
  await page.reload();
  await page.evaluate(() => (window as unknown as { told: (what: string) => Promise<void> }).told('now'));
  expect(heard).toEqual(['now']);
});

test('TEST-16 changes that cannot be reverted end with their test', async ({ pages }) => {
  const first = await pages.take({});
  await first.clock.setFixedTime('2020-01-01');
  await pages.endTest(true);
  const page = await pages.take({});
  expect(page).not.toBe(first);
  await page.goto('/robots.txt');
  expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2020);
  await pages.endTest(false);
  expect(page.isClosed()).toBe(true);
});
