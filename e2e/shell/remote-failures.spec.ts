import type { Page, Route } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import type { Registry, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { traceSources } from '@taller/release/site/trace';
import { inRoot } from '@taller/release/workspace/root';
import { expect, test, type Account } from '../support/fixtures.ts';
import { withDatabase } from '../support/database.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { watchErrors } from '../support/requests.ts';
import { exhaustiveAfterFirst } from '../support/tiers.ts';

interface RemoteScreen {
  remote: RegistryRemote['name'];
  module: string;
  account: Account | null;
  path: string;
  heading: string | RegExp;
}

/** A screen of each remote: role, path and heading. */
const SCREENS: readonly RemoteScreen[] = [
  {
    remote: 'mfe-public',
    module: 'routes',
    account: null,
    path: '/gracias/aprobado',
    heading: /gracias/i,
  },
  { remote: 'mfe-customer', module: 'routes', account: 'customer', path: '/perfil', heading: 'Mi Perfil' },
  {
    remote: 'mfe-orders',
    module: 'appointments',
    account: 'receptionist',
    path: '/dashboard/citas',
    heading: 'Citas',
  },
  {
    remote: 'mfe-inventory',
    module: 'routes',
    account: 'technician',
    path: '/inventario',
    heading: 'Inventario de Productos',
  },
  {
    remote: 'mfe-reports',
    module: 'activity-log',
    account: 'receptionist',
    path: '/activity-logs',
    heading: 'Registro de Actividades',
  },
];

/** A failure mode of a remote. */
interface Failure {
  name: string;
  /** Breaks the remote in this browser. */
  break: (page: Page, screen: RemoteScreen, published: RegistryRemote) => Promise<unknown>;
  /** Message that the visitor sees. */
  told: string;
  /** Expected message in the console. */
  said?: RegExp;
  /** Seconds until the shell gives up, by the page's clock. */
  seconds?: number;
}

const filesOf = (remote: string) => `**/remotes/${remote}/**`;
const broken = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body });

const NOT_COME = 'No llegó del servidor: revisa tu conexión e intenta de nuevo.';

const FAILURES: readonly Failure[] = [
  {
    name: 'down',
    break: (page, { remote }) => page.route(filesOf(remote), (route) => route.abort()),
    told: NOT_COME,
  },
  {
    name: 'slow: no code within ten seconds',
    break: (page, { remote }) => page.route(`${filesOf(remote)}*.js`, () => undefined),
    told: NOT_COME,
    said: /did not arrive within 10000 ms/,
    seconds: 10,
  },
  {
    name: 'a chunk of the screen gone',
    break: async (page, { remote, module }, { entry }) => {
      const list = await page.request.get(new URL(`screens/${module}.json`, new URL(entry, page.url())).href);
      const chunks = ((await list.json()) as string[]).filter((file) => file.endsWith('.js'));
      expect(chunks).not.toEqual([]);
      await page.route(filesOf(remote), (route) =>
        chunks.some((chunk) => route.request().url().endsWith(`/${chunk}`))
          ? route.fulfill({ status: 404, body: '' })
          : route.continue(),
      );
    },
    told: 'Su archivo no está en el servidor; puede haber una versión nueva: vuelve a cargar la página',
    said: /is not on the server/,
  },
  {
    name: 'another contract',
    break: async (page, { remote }) => {
      const contract = new RegExp(String.raw`("name":"${remote}"[^{}]*?"contract":)1\b`);
      await page.route(/remotes\.json|\/[\w/-]+$/, async (route) => {
        if (!/document|fetch/.test(route.request().resourceType())) return route.fallback();
        const response = await route.fetch();
        return route.fulfill({ response, body: (await response.text()).replace(contract, '$12') });
      });
    },
    told: 'Se está publicando una versión nueva: intenta de nuevo en unos minutos.',
    said: /keeps contract 2, the shell 1/,
  },
  {
    name: 'an entry that throws',
    break: (page, { remote }) =>
      page.route(`**/remotes/${remote}/**/remoteEntry-*`, broken("throw new Error('la entrada se cayó');")),
    told: 'Tiene una falla: intenta de nuevo y, si sigue, avisa con el nombre de abajo.',
    said: /la entrada se cayó/,
  },
];

/** Runs in the page: makes a method of strings throw when the code of a remote calls it. */
function failIn({ method, remote, message }: { method: string; remote: string; message: string }) {
  const original = Reflect.get(String.prototype, method) as () => string;
  const apply = (_: () => string, text: string, given: string[]) => {
    if (new Error('called').stack?.includes(`/${remote}/`)) throw new Error(message);
    return Reflect.apply(original, text, given);
  };
  Reflect.set(String.prototype, method, new Proxy(original, { apply }));
}

/** Failures of a part that were reported to the database. */
const failuresOf = (shop: RunningServer, part: string) =>
  withDatabase(
    shop,
    (sql) => sql`select kind, build, error from private.part_failures where part = ${part} order by error`,
  );

/** Other tests of the same shop have failures too. */
const forgetFailures = (shop: RunningServer) =>
  withDatabase(shop, (sql) => sql`delete from private.part_failures`);

test('SHELL-08 SHELL-41 a screen that throws while it is drawn fails in its place, with its remote and build, and is traced', async ({
  openAs,
  shop,
}) => {
  await forgetFailures(shop);
  const page = await openAs('technician', '/robots.txt');
  const errors = watchErrors(page);
  // The code is that of the build, so that its positions are: what one of the remote's rows calls throws.
  await page.addInitScript(failIn, {
    method: 'padStart',
    remote: 'mfe-inventory',
    message: 'se cayó al dibujar',
  });
  await page.goto('/inventario');
  await expect(page.getByText('No pudimos mostrar esta parte del sitio.')).toBeVisible();
  const { remotes } = (await (await page.request.get(`${shop.url}/remotes.json`)).json()) as Registry;
  const build = remotes.find(({ name }) => name === 'mfe-inventory')?.build.slice(0, 7);
  expect(build).toMatch(/^[0-9a-f]{7}$/);
  await expect(page.getByText(`mfe-inventory · ${build}`, { exact: true })).toBeVisible();
  expect(errors.join('\n')).toContain(`mfe-inventory/routes failed (mfe-inventory · ${build})`);
  expect(errors.join('\n')).toContain('se cayó al dibujar');
  // The rest of the site still works.
  await page.getByRole('link', { name: 'Mi Perfil' }).first().click();
  await expect(page.getByRole('heading', { name: 'Mi Perfil' }).first()).toBeVisible();
  await expect
    .poll(() => failuresOf(shop, 'mfe-inventory/routes'))
    .toEqual([
      { kind: 'caught', build: expect.stringMatching(`^${build}`), error: 'Error: se cayó al dibujar' },
    ]);
  const [{ frames } = { frames: '' }] = await withDatabase(
    shop,
    (sql) => sql<{ frames: string }[]>`select frames from private.part_failures
      where part = 'mfe-inventory/routes' and error like '%al dibujar'`,
  );
  const trace = await traceSources(inRoot('site'), frames);
  expect(trace).toMatch(/^shared\/src\/stock\/item-code\.ts:.*\(.*en formatItemCode\)$/m);
  expect(trace).toMatch(/^mfe-inventory\/.*\/inventory-page\.tsx:\d+:\d+ \(.*en InventoryPage\)$/m);
});

test('SHELL-42 SHELL-43 uncaught errors of a remote are logged and reported with its build; its parts have marks', async ({
  page,
  shop,
}) => {
  await forgetFailures(shop);
  const errors = watchErrors(page);
  await page.route(/\/remotes\/mfe-public\/.*\/routes-[^/]*\.js/, async (route) => {
    const body = `${await (await route.fetch()).text()}
      setTimeout(() => { throw new TypeError('falló después de cargar a "Ana Pérez"'); });
      setTimeout(() => { throw new TypeError('falló después de cargar a "Luis Soto"'); });
      void Promise.reject(new Error('promesa 123'));
      void Promise.reject('promesa sin error');`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto('/servicios');
  const { remotes } = (await (await page.request.get(`${shop.url}/remotes.json`)).json()) as Registry;
  const build = remotes.find(({ name }) => name === 'mfe-public')?.build ?? '';
  await expect
    .poll(() => failuresOf(shop, 'mfe-public'))
    .toEqual([
      { kind: 'uncaught', build, error: 'Error: promesa #' },
      { kind: 'uncaught', build, error: 'TypeError: falló después de cargar a «…»' },
      { kind: 'uncaught', build, error: 'TypeError: falló después de cargar a «…»' },
    ]);
  // A rejection without an Error has no stack, so it is attributed to the screen shown.
  await expect
    .poll(() => failuresOf(shop, 'mfe-public/routes'))
    .toEqual([{ kind: 'uncaught', build, error: 'promesa sin error' }]);
  expect(errors.join('\n')).toContain(`mfe-public · ${build.slice(0, 7)}`);
  const marks = await page.evaluate(() =>
    performance
      .getEntriesByType('mark')
      .filter(({ name }) => name.startsWith('taller:'))
      .map(({ name }) => name),
  );
  expect(marks).toEqual([
    'taller:asked mfe-public/routes',
    'taller:started mfe-public/routes',
    'taller:shown mfe-public/routes',
  ]);

  // The error is thrown in an event handler of React.
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  await page.getByRole('searchbox').or(page.getByRole('search').getByRole('textbox')).first().fill('123');
  await page.evaluate(failIn, { method: 'trim', remote: 'mfe-public', message: 'falló al consultar' });
  await page.getByRole('search').getByRole('button').first().click();
  await expect
    .poll(() => failuresOf(shop, 'mfe-public'))
    .toContainEqual({ kind: 'uncaught', build, error: 'Error: falló al consultar' });
});

for (const [index, screen] of SCREENS.entries()) {
  const { remote, module, account, path, heading } = screen;
  for (const [nth, failure] of FAILURES.entries()) {
    test(
      `SHELL-08 ${remote}, ${failure.name}: an error with Reintentar and its build in its place only, and back again`,
      // Outside the exhaustive tier: two failures of the first screen. shell/src/remotes covers each failure's message.
      { tag: exhaustiveAfterFirst(index === 0 && nth < 2 ? 0 : 1) },
      async ({ page: fresh, openAs, shop }) => {
        // Signed in, before any page of the site has run.
        const page = account ? await openAs(account, '/robots.txt') : fresh;
        if (!account) await page.goto('/robots.txt');
        const registry = (await (await page.request.get(`${shop.url}/remotes.json`)).json()) as Registry;
        const published = registry.remotes.find(({ name }) => name === remote);
        if (!published) throw new Error(`${remote} is not in the registry`);
        const errors = watchErrors(page);
        await failure.break(page, screen, published);
        if (failure.seconds !== undefined) await page.clock.install();

        const asked = page.waitForRequest(filesOf(remote));
        await page.goto(path, { waitUntil: 'commit' });
        const message = page.getByText('No pudimos mostrar esta parte del sitio.');
        if (failure.seconds !== undefined) {
          await asked;
          // The page's own preloads request it before the shell does, and the timeout is the shell's.
          await expect(page.getByRole('main').getByText('Cargando...').first()).toBeVisible();
          await pauseClock(page);
          await page.clock.runFor((failure.seconds * 1000) / 2);
          await expect(page.getByRole('main').getByText('Cargando...').first()).toBeVisible();
          await expect(message).toBeHidden();
          await page.clock.runFor((failure.seconds * 1000) / 2);
        }
        asked.catch(() => undefined);
        await expect(message).toBeVisible();
        await expect(page.getByText(failure.told)).toBeVisible();
        const label = `${remote} · ${published.build.slice(0, 7)}`;
        await expect(page.getByText(label, { exact: true })).toBeVisible();
        expect(errors.join('\n')).toContain(`${remote}/${module} failed (${label})`);
        if (failure.said) expect(errors.join('\n')).toMatch(failure.said);
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();

        await page.unrouteAll({ behavior: 'ignoreErrors' });
        if (failure.seconds !== undefined) await page.clock.resume();
        await page.getByRole('main').getByRole('button', { name: 'Reintentar' }).last().click();
        await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
        await expect(message).toBeHidden();
      },
    );
  }
}

/** Whether everything of what scrolls around an element is inside it. */
const fitsItsScroller = (element: Element) => {
  let scroller: Element | null = element;
  while (scroller && getComputedStyle(scroller).overflowX === 'visible') scroller = scroller.parentElement;
  return scroller !== null && scroller.scrollWidth <= scroller.clientWidth;
};

test("SHELL-08 'Reintentar' of a bell that fails is whole, beside the tabs and above them", async ({
  openAs,
}) => {
  for (const width of [1280, 390]) {
    const page = await openAs('receptionist', '/robots.txt', { viewport: { width, height: 800 } });
    await page.route(/\/remotes\/mfe-orders\/[^/]+\/notifications-[^/]+\.js$/, (route) =>
      route.fulfill({ status: 404, body: '' }),
    );
    await page.goto('/dashboard/citas');
    const again = page.getByRole('alert').filter({ hasText: 'Reintentar' });
    await expect(again).toBeVisible();
    expect(await again.evaluate(fitsItsScroller), String(width)).toBe(true);
  }
});

test("SHELL-20 a chunk that arrives broken, with 200, is fetched anew past every cache by 'Reintentar'", async ({
  openAs,
}) => {
  const page = await openAs('receptionist', '/servicios');
  const cached = {
    contentType: 'text/javascript',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  };
  await page.route('**/remotes/mfe-inventory/**/inventory-page-*.js', (route) =>
    route.fulfill({ ...cached, body: 'export const half = {' }),
  );
  await page.goto('/dashboard/inventario');
  const retry = page.getByRole('main').getByRole('button', { name: 'Reintentar' });
  await expect(retry).toBeVisible();
  await page.unroute('**/remotes/mfe-inventory/**/inventory-page-*.js');
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Inventario de Productos' })).toBeVisible();
});
