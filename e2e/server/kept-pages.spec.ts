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
  await pages.endTest(true);
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
  }));
  expect(found).toEqual({
    local: [['someone', '"now"']],
    session: 0,
    cookie: '',
    caches: [],
    databases: 0,
    dark: false,
    width: 1280,
  });
  expect(heard).toEqual([]);
});

test('TEST-16 what cannot be taken back ends with its test', async ({ pages }) => {
  const first = await pages.take({});
  await first.addInitScript(() => Object.assign(window, { before: true }));
  await pages.endTest(true);
  const page = await pages.take({});
  expect(page).not.toBe(first);
  await page.goto('/robots.txt');
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
  await pages.endTest(false);
  expect(page.isClosed()).toBe(true);
});
