/**
 * The layout of every screen (UI-01), and where the panel's tabs stand (UI-03), as the most powerful role that may open
 * it, in the light scheme, on a phone, a desk and two widths between, with every dialog and menu that the buttons open
 * (UI-02). The main tier has a screen of each frame on a phone and a desk, and the buttons of three; the exhaustive one
 * has all of them, at the widths where lists change their layout and with text of twice the size (UI-35). `ALL=1` adds
 * every role, width and scheme.
 */
import { SCREEN_PERMISSIONS } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';
import type { RunningServer } from '@taller/server/start-server.ts';
import type { Page } from '@playwright/test';
import { contrastFaults } from '../support/axe.ts';
import { crawlPopups } from '../support/crawl-popups.ts';
import { orderIn, withDatabase } from '../support/database.ts';
import { ACCOUNTS, expect, test, TOKEN_KEY, tokensOf, USER_KEY } from '../support/fixtures.ts';
import type { PagePool } from '../support/page-pool.ts';
import { setTextSize } from '../support/text-size.ts';
import { addressOf, type ScreenName } from '../support/screen-addresses.ts';
import { layoutFaults, settled, shiftFaults } from '../support/screen-faults.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

interface Look {
  name: string;
  scheme: 'light' | 'dark';
  /** Factor of the text's size. */
  text: number;
  /** The narrowest width in px at which it is looked at. */
  from: number;
}

interface Coverage {
  tag: string[];
  screens: readonly ScreenName[];
  widths: readonly number[];
  looks: readonly Look[];
  /** The widths and looks of dialogs and menus, if not all of them. */
  popups?: Pick<Coverage, 'widths' | 'looks'>;
  roles: (allowed: readonly Role[]) => readonly Role[];
  /** Whether a screen's buttons are pressed. */
  opens: (name: ScreenName) => boolean;
}

const LIGHT: Look = { name: '', scheme: 'light', text: 1, from: 0 };
/** Text at twice its size, on tablets and wider; `ALL=1` looks at phones too. */
const LARGE_TEXT: Look = { name: ' at 200 %', scheme: 'light', text: 2, from: 768 };
const mostPowerful: Coverage['roles'] = (allowed) => allowed.slice(0, 1);
const EVERY = Object.keys(SCREENS) as ScreenName[];
/** A public screen, one of staff and one of customers. */
const OPENED: readonly ScreenName[] = ['home', 'dashboardUsers', 'customerPanel'];
/** A screen of each frame, with a form, a list, a table, charts and a sheet of paper. */
const OF_EACH_FRAME: readonly ScreenName[] = [
  ...OPENED,
  'auth',
  'publicOrder',
  'dashboard',
  'orderView',
  'dashboardInventory',
  'dashboardReports',
  'printClient',
];
const COVERAGES: readonly Coverage[] = [
  {
    tag: [],
    screens: OF_EACH_FRAME,
    widths: [390, 1280],
    looks: [LIGHT],
    roles: mostPowerful,
    opens: (name) => OPENED.includes(name),
  },
  {
    tag: [],
    screens: ['dashboard', 'dashboardCustomers', 'dashboardInventory'],
    widths: [390],
    looks: [{ ...LARGE_TEXT, from: 390 }],
    roles: mostPowerful,
    opens: () => false,
  },
  {
    tag: [EXHAUSTIVE],
    screens: EVERY,
    widths: [390, 768, 834, 1024, 1180, 1280, 1366],
    looks: [LIGHT, LARGE_TEXT],
    popups: { widths: [390, 768, 1024, 1280], looks: [LIGHT] },
    roles: mostPowerful,
    opens: () => true,
  },
  ...(process.env.ALL === '1'
    ? [
        {
          tag: [EXHAUSTIVE],
          screens: EVERY,
          widths: [320, 360, 390, 600, 768, 834, 900, 1024, 1180, 1280, 1440, 1920],
          looks: [
            LIGHT,
            { name: ' dark', scheme: 'dark', text: 1, from: 0 } as const,
            { ...LARGE_TEXT, from: 390 },
          ],
          roles: (allowed: readonly Role[]) => allowed,
          opens: () => true,
        },
      ]
    : []),
];

/** Widths at which a screen is loaded and its buttons are pressed: some are on phones only. */
const LOADED_AT = [1280, 390] as const;

/** Some of what the buttons of a screen open for admins: that the crawl finds it shows that it works. */
const POPUPS_OF: Partial<Record<ScreenName, readonly string[]>> = {
  dashboard: ['Nueva orden'],
  dashboardUsers: ['Nuevo usuario'],
};

interface Openers {
  pages: PagePool;
  shop: RunningServer;
}

const ROLES_TO_LOOK: readonly Role[] = ['admin', 'technician', 'receptionist', 'customer'];

/** The roles that look at a screen; null for everybody. */
function rolesOf({ permission }: Screen, { roles }: Coverage): readonly (Role | null)[] {
  if (!permission) return [null];
  const allowed: readonly Role[] = SCREEN_PERMISSIONS[permission];
  return roles(ROLES_TO_LOOK.filter((role) => allowed.includes(role)));
}

/** Browser storage of a returning user: the tokens and the profile. */
async function storedOf(shop: RunningServer, role: Role): Promise<Record<string, unknown>> {
  const [user] = await withDatabase(
    shop,
    (sql) => sql<{ createdAt: Date }[]>`
      select id, email, full_name as "fullName", rut, phone, role, created_at as "createdAt"
      from profiles where email = ${ACCOUNTS[role]}`,
  );
  return { [TOKEN_KEY]: await tokensOf(shop, role), [USER_KEY]: user };
}

/** The user that the browser holds: the site signs out what it takes for incomplete. */
const userIn = (page: Page): Promise<Record<string, unknown> | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), USER_KEY);

/** Faults at every width and in every look, one line for each element. */
async function faultsIn(
  page: Page,
  { widths: all, looks }: Pick<Coverage, 'widths' | 'looks'>,
): Promise<string[]> {
  const found: string[] = [];
  const { width: present } = page.viewportSize() ?? {};
  const widths = all.toSorted((a, b) => Number(b === present) - Number(a === present));
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.scheme });
    await setTextSize(page, look.text);
    for (const width of widths.filter((px) => px >= look.from)) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page, 'resized');
      const faults = [...(await layoutFaults(page)), ...(look.text > 1 ? [] : await contrastFaults(page))];
      found.push(...faults.map((fault) => `${width}${look.name}: ${fault}`));
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await setTextSize(page, 1);
  return found;
}

const CASES = COVERAGES.flatMap((coverage) =>
  coverage.screens.flatMap((name) => {
    const screen: Screen = SCREENS[name];
    return rolesOf(screen, coverage).map((role) => ({ coverage, name, role }));
  }),
);
for (const { coverage, name, role } of CASES) {
  /** Opens the screen as a returning user: the browser knows who is signed in. */
  const open = async ({ pages, shop }: Openers, width: number) => {
    const address = await addressOf(shop, name);
    const page = await pages.take(role ? await storedOf(shop, role) : {}, { width, height: 900 });
    await page.goto(address);
    return page;
  };
  const who = role ?? 'everybody';
  const opens = coverage.opens(name);
  const numbers = opens ? 'UI-01 UI-02 UI-35' : 'UI-01 UI-35';
  const where = opens ? ', nor in any dialog or menu that a button opens' : '';

  test(
    `${numbers} ${name} for ${who}: nothing is cut, crushed, covered, too small, too wide, too pale or moves after loading${where} (${coverage.widths.join(', ')} px)`,
    { tag: coverage.tag },
    async ({ pages, shop }) => {
      test.slow();
      const page = await open({ pages, shop }, LOADED_AT[0]);
      const found: string[] = [];
      for (const width of LOADED_AT) {
        if (width !== LOADED_AT[0]) {
          await page.setViewportSize({ width, height: 900 });
          await page.reload();
        }
        await settled(page);
        found.push(...(await shiftFaults(page)).map((fault) => `${width}: ${fault}`));
      }
      const fullName: unknown = expect.stringMatching(/./);
      if (role) expect(await userIn(page)).toMatchObject({ email: ACCOUNTS[role], role, fullName });
      found.push(...(await faultsIn(page, coverage)));
      // A soft assertion, so that faults of the screen do not hide those of its dialogs.
      expect.soft(found, 'UI-01: the screen').toEqual([]);
      if (!opens) return;

      const foundInPopups: string[] = [];
      const visited: string[] = [];
      const pressed = new Set<string>();
      for (const width of LOADED_AT) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        await crawlPopups(page, pressed, async (path) => {
          visited.push(path);
          foundInPopups.push(
            ...(await faultsIn(page, coverage.popups ?? coverage)).map((fault) => `${path} at ${fault}`),
          );
          await page.setViewportSize({ width, height: 900 });
        });
      }
      expect(foundInPopups, 'UI-02: dialogs and menus').toEqual([]);
      expect(visited).toEqual(expect.arrayContaining(role === 'admin' ? [...(POPUPS_OF[name] ?? [])] : []));
    },
  );
}

test('UI-03 ORD-83 on a wide window the tabs stand beside the screens in groups, and an order’s own screen is one of Órdenes', async ({
  openAs,
  shop,
}) => {
  const { id } = await orderIn(shop, 'in_progress');
  const page = await openAs('admin', `/dashboard/orders/view/${id}`, {
    viewport: { width: 1280, height: 900 },
  });
  const tabs = page.getByRole('navigation', { name: 'Secciones del panel' });
  await expect(tabs.getByRole('link', { name: 'Órdenes' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('region', { name: 'Bodega' }).getByRole('link')).toHaveText([
    /^Inventario/,
    /^Pedidos/,
  ]);
  await expect(tabs.getByRole('region', { name: 'Trabajo' }).getByRole('link')).toHaveText([
    /^Órdenes/,
    /^Cola/,
    /^Tablero/,
    /^Clientes/,
    /^Citas/,
    /^Caja/,
    /^Mensajes/,
  ]);
  const title = page.getByRole('heading', { name: /^Orden \d/ });
  await expect(title).toBeVisible();
  const { x: beside = 0 } = (await tabs.boundingBox()) ?? {};
  const { x = 0, y = Infinity } = (await title.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(beside + 150);
  // The screen begins near the top, and the tabs stay where they are while it scrolls.
  expect(y).toBeLessThan(200);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const { height = Infinity } = (await page.getByRole('contentinfo').boundingBox()) ?? {};
  expect(height).toBeLessThan(80);

  // Each tab shows its number of waiting items, counted for the role (ORD-83).
  const inventory = tabs.getByRole('link', { name: 'Inventario', exact: true });
  await withDatabase(shop, (sql) => sql`update inventory set quantity = min_stock`);
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Órdenes', exact: true })).toHaveAttribute(
    'title',
    /^\d+\+? por atender$/,
  );
  await expect(inventory).toHaveText('Inventario');
  await withDatabase(
    shop,
    (sql) =>
      sql`update inventory set quantity = 0, min_stock = 3 where id = (select min(id::text)::uuid from inventory)`,
  );
  await page.reload();
  await expect(inventory).toHaveText('Inventario1');
  await expect(inventory).toHaveAttribute('title', '1 bajo el mínimo');

  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(inventory).toHaveText('Inventario1');
  await expect(tabs.getByRole('link', { name: 'Órdenes' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('region')).toHaveCount(0);
});
