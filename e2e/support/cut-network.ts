import type { Locator, Page, Route } from '@playwright/test';
import type { RunningServer } from '@taller/server/start-server.ts';
import { expect, type Account, type Registered } from './fixtures.ts';

/** A form, or a button that changes something, to be tested with network failures. */
export interface CutForm {
  readonly page: Page;
  /** Its container: the dialog, or the form itself; the whole page if a toast reports the failure. */
  readonly scope: Locator;
  /** The submit button. */
  readonly submit: Locator;
  /** Submits the form, if not by a click. */
  readonly press?: () => Promise<unknown>;
  /** The request that changes something. */
  readonly request: { readonly method: string; readonly path: string };
  /** A field and its content. */
  readonly typed?: readonly [field: Locator, value: string];
  /** The number of rows it creates. */
  readonly count: () => Promise<number>;
  /** Text that confirms success. */
  readonly done: Locator;
  /**
   * After a reload of the page, enters what drafts do not keep (passwords), or opens the form again. Without it the
   * form has no draft, and the page is not reloaded.
   */
  readonly afterReload?: () => Promise<void>;
  /** The form stays open with the saved values. */
  readonly stays?: true;
  /** Each submit without a response counts as an attempt: fail either the request or the response only. */
  readonly cutOnly?: 'before' | 'after';
  /** A retry learns by another request that it was done: its response is lost only once. */
  readonly learnsOtherwise?: true;
  /** After a lost response the screen reloads the result and shows it: there is nothing to submit again. */
  readonly tellsByItself?: true;
}

/**
 * Opens and fills each form on its own test data, keyed by the form's source file: every-form.test.ts uses the keys to
 * find missing cases.
 */
export type CutForms<S extends Stage = Stage> = Readonly<Record<string, (stage: S) => Promise<CutForm>>>;

/** Parameters passed by a test. */
export interface Stage {
  readonly openAs: (account: Account | Registered, path: string) => Promise<Page>;
  readonly shop: RunningServer;
}

/** A toast with this text. */
export const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status', { name: 'Avisos' }).getByText(text);

/** The message that asks the user to retry. */
const TRY_AGAIN = /vuelve a intentar|inténtalo de nuevo|intenta de nuevo|guarda de nuevo/i;

const answerCut = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

interface Cut {
  readonly manner: string;
  readonly cut: (route: Route) => Promise<void>;
  /** The number of created rows after such a submit. */
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
 * Submits a filled form with every network failure, the last one after the server has processed the request, and then
 * with a working network: each time a message says what to do and nothing is lost, even after a reload, and in the end
 * exactly one row was created and success is confirmed.
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
  // It is done when the form is gone, or reset for the next one. Checked in one step, since it may disappear at any
  // moment.
  if (typed && !form.stays)
    await expect
      .poll(() => typed[0].evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)))
      .not.toContain(typed[1]);
  expect(await made(), 'in the end').toBe(1);
}
