import type { Locator, Page, Route } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expect, type Account, type Registered } from './fixtures.ts';

/** A form, or a button that changes something, whose network is cut in every manner. */
export interface CutForm {
  readonly page: Page;
  /** What it is in: the dialog, or the form itself; the whole page where a toast says what went wrong. */
  readonly scope: Locator;
  /** What submits it. */
  readonly submit: Locator;
  /** How it is pressed, if not by a click. */
  readonly press?: () => Promise<unknown>;
  /** The request that changes something. */
  readonly request: { readonly method: string; readonly path: string };
  /** A field, and what stands in it. */
  readonly typed?: readonly [field: Locator, value: string];
  /** How many there are of what it makes. */
  readonly count: () => Promise<number>;
  /** What tells the person that it is done. */
  readonly done: Locator;
  /**
   * After a reload of the page, types again what no draft keeps (passwords), or opens it again. Without it the form keeps
   * nothing, and the page is not reloaded.
   */
  readonly afterReload?: () => Promise<void>;
  /** The form stays open with what was saved. */
  readonly stays?: true;
  /** Each press that got no answer counts as a guess: cut before the change only, or after it only. */
  readonly cutOnly?: 'before' | 'after';
  /** A second press learns by another request that it was done: its answer is cut once only. */
  readonly learnsOtherwise?: true;
  /** After a lost answer the screen reads again what came of it, and says so: there is nothing to press again. */
  readonly tellsByItself?: true;
}

/** Opens and fills each form on something of its own, by the form's source: every-form.test.ts knows by it what is tried. */
export type CutForms<S extends Stage = Stage> = Readonly<Record<string, (stage: S) => Promise<CutForm>>>;

/** What a test gives to it. */
export interface Stage {
  readonly openAs: (account: Account | Registered, path: string) => Promise<Page>;
  readonly shop: RunningServer;
}

/** A toast with this text. */
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status', { name: 'Avisos' }).getByText(text);

/** What a person reads who is to try again. */
const TRY_AGAIN = /vuelve a intentar|inténtalo de nuevo|intenta de nuevo|guarda de nuevo/i;

const answerCut = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

interface Cut {
  readonly manner: string;
  readonly cut: (route: Route) => Promise<void>;
  /** How many there are of what the form makes once it was pressed like this. */
  readonly made: 0 | 1;
}

const CUTS: readonly Cut[] = [
  { manner: 'the request is never sent', cut: (route) => route.abort('connectionfailed'), made: 0 },
  {
    manner: 'somebody on the way answers 500',
    cut: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad</h1>' }),
    made: 0,
  },
  { manner: 'the answer is cut', cut: answerCut, made: 1 },
  { manner: 'the answer is cut again', cut: answerCut, made: 1 },
];

function cutsOf({ cutOnly, learnsOtherwise }: CutForm): readonly Cut[] {
  if (cutOnly === 'before') return CUTS.filter(({ made }) => made === 0);
  const cuts = cutOnly === 'after' ? CUTS.filter(({ made }) => made === 1) : CUTS;
  return learnsOtherwise ? cuts.slice(0, -1) : cuts;
}

/**
 * Presses the button of a filled form with the network cut in every manner, in the end after the server has done what was
 * asked for, and then with the network back: each time the person reads what to do and loses nothing, a reload included,
 * and in the end there is one and the person is told so.
 */
export async function expectCutsToLoseNothing(form: CutForm): Promise<void> {
  const { page, scope, submit, typed, count, done } = form;
  const press = form.press ?? (() => submit.click());
  const before = await count();
  const made = async () => (await count()) - before;
  const address = new RegExp(`${form.request.path}(?:[?]|$)`);
  for (const { manner, cut, made: expected } of cutsOf(form)) {
    let tell = () => {};
    const happened = new Promise<void>((resolve) => (tell = resolve));
    const handle = async (route: Route) => {
      if (route.request().method() !== form.request.method) return route.fallback();
      await cut(route);
      return tell();
    };
    await page.route(address, handle);
    await press();
    await happened;
    if (expected === 1 && form.tellsByItself) break;
    await expect(scope.getByText(TRY_AGAIN).first(), manner).toBeVisible();
    await expect(submit, manner).toBeEnabled();
    if (typed) await expect(typed[0], manner).toHaveValue(typed[1]);
    expect(await made(), manner).toBe(expected);
    await page.unroute(address, handle);
  }
  if (form.afterReload) {
    await page.reload();
    await form.afterReload();
    if (typed) await expect(typed[0], 'after a reload').toHaveValue(typed[1]);
  }
  if (!form.tellsByItself) await press();
  await expect(done.first(), 'in the end').toBeVisible();
  // It is done when the form is gone, or emptied for the next one. Looked at in one step: it may go at any moment.
  if (typed && !form.stays)
    await expect
      .poll(() => typed[0].evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)))
      .not.toContain(typed[1]);
  expect(await made(), 'in the end').toBe(1);
}
