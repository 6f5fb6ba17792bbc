import { errors, type ElementHandle, type Page, type Request as PageRequest } from '@playwright/test';
import { settled } from './screen-faults.ts';

const POPUP = '[role=dialog], [role=alertdialog], [role=menu]';
/**
 * Names of controls that the crawl never presses: they leave the screen, or end a wait without a dialog, whose failure
 * is told after its attempts, over what has been opened meanwhile.
 */
const LEAVES =
  /^(Cerrar sesión|Cerrar Sesión|Saltar al contenido|Volver$|Llegó el repuesto$|Terminó la espera$)/;

/**
 * Makes what would change something fail, and printing do nothing, until the document is left. Not by intercepting
 * requests: a page whose requests are intercepted takes nothing from its cache.
 */
const harmless = (page: Page): Promise<void> => page.evaluate(makeHarmless);

/* Runs in the page, so it refers to nothing outside of it. */
function makeHarmless(): void {
  const mark = 'taller:harmless';
  if (mark in window) return;
  Object.assign(window, { [mark]: true });
  window.print = () => undefined;
  const send = window.fetch.bind(window);
  /** Reads that are functions are POST requests without an idempotency key. */
  const isWrite = ({ url, method }: Request, body: unknown) => {
    const { pathname } = new URL(url);
    if (pathname === '/auth/v1/logout') return true;
    if (!pathname.startsWith('/rest/v1/') && !pathname.startsWith('/functions/v1/')) return false;
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
    return !pathname.startsWith('/rest/v1/rpc/') || /"p_(?:request_id|ticket)":"/.test(String(body));
  };
  window.fetch = (input, init) =>
    isWrite(new Request(input, init), init?.body)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : send(input, init);
}

/** Names of the buttons that may open a popup, without digits, in their order: rows of a list have the same ones. */
const names = (page: Page): Promise<string[]> => page.evaluate(listed, null) as Promise<string[]>;

/** Roles of the popups that are seen, in one look: locators by role read the whole page. */
const rolesOfPopups = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(
    (popups) =>
      [...document.querySelectorAll(popups)]
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
        })
        .map((element) => element.getAttribute('role')),
    POPUP,
  );

/** The first button with such a name. */
const buttonOf = (page: Page, name: string): Promise<ElementHandle | null> =>
  page.evaluateHandle(listed, name).then((handle) => handle.asElement());

/* Runs in the page, so it refers to nothing outside of it. */
function listed(wanted: string | null): string[] | Element | null {
  const POPUPS = '[role=dialog], [role=alertdialog], [role=menu]';
  const popup = [...document.querySelectorAll(POPUPS)].filter((element) => element.checkVisibility()).at(-1);
  const controls = (popup ?? document.body).querySelectorAll<HTMLElement>(
    popup?.matches('[role=menu]')
      ? '[role=menuitem]:not(a, [aria-disabled=true])'
      : 'button:not([type=submit], :disabled, [role=switch], [role=combobox])',
  );
  const found = new Map<string, Element>();
  for (const control of controls) {
    if (
      !control.checkVisibility({ visibilityProperty: true }) ||
      control.closest('[inert], [aria-hidden=true]')
    )
      continue;
    const row = control.closest('tr, li, [role=row], [role=listitem]');
    const own = control.innerText || control.getAttribute('aria-label') || control.title;
    // Rows of one list have the same buttons, whose labels name what the row shows.
    const place = row ? [...row.querySelectorAll('button')].indexOf(control as HTMLButtonElement) : -1;
    const label = row && !control.innerText.trim() ? `${row.parentElement?.className ?? ''} ${place}` : own;
    const name = label
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d[\d.,]*/g, '#')
      .trim();
    if (!found.has(name)) found.set(name, control);
  }
  return wanted === null ? [...found.keys()] : (found.get(wanted) ?? null);
}

/** Presses a button and waits until what it starts has ended. @returns whether a popup is open */
async function press(page: Page, button: ElementHandle): Promise<boolean> {
  const running = new Set<PageRequest>();
  const begin = (request: PageRequest) => running.add(request);
  const end = (request: PageRequest) => running.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  try {
    await button.click({ timeout: 5_000 });
    do await settled(page);
    while (running.size > 0);
  } catch (error) {
    // A covered control is a fault of the layout, which another check names.
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
  return (await rolesOfPopups(page)).length > 0;
}

/**
 * Opens every dialog and menu that a press on a button of this screen opens, and the dialogs of menus, one after the
 * other. Requests that change something fail meanwhile.
 * @param pressed names of buttons that are not pressed again; grows.
 * @param visit looks at the open popup; its path are the names of the buttons that led there.
 */
export async function crawlPopups(
  page: Page,
  pressed: Set<string>,
  visit: (path: string) => Promise<void>,
): Promise<void> {
  const address = page.url();
  const toasts = page.locator('[role=status][aria-label="Avisos"] button');
  const home = async () => {
    // The previous toast covers the next dialog for four seconds.
    while ((await toasts.count()) > 0)
      await toasts
        .first()
        .dispatchEvent('click', {}, { timeout: 1_000 })
        .catch(() => undefined);
    for (let tries = 0; tries < 2 && (await rolesOfPopups(page)).length > 0; tries += 1)
      await page.keyboard.press('Escape').then(() => settled(page));
    if (page.url() === address && (await rolesOfPopups(page)).length === 0) return;
    await page.goto(address);
    await settled(page);
  };
  /** Opens what lies behind a path of names. */
  const open = async (path: readonly string[]) => {
    await harmless(page);
    for (const name of path) {
      const button = await buttonOf(page, name);
      if (!button || !(await press(page, button))) return false;
    }
    return true;
  };
  for (let name: string | undefined; ;) {
    name = (await names(page)).find((each) => !pressed.has(each) && !LEAVES.test(each));
    if (name === undefined) return;
    pressed.add(name);
    if (await open([name])) {
      await visit(name);
      if ((await rolesOfPopups(page)).includes('menu'))
        for (const item of await names(page)) {
          await home();
          if (!(await open([name, item]))) continue;
          await visit(`${name} › ${item}`);
        }
    }
    await home();
  }
}
