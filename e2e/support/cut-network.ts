import type { Locator, Page, Route } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A form whose network is cut in every manner. */
export interface CutForm {
  /** Its source, by which every-form.test.ts knows that it is tried. */
  readonly form: string;
  /** What it is in: the dialog, or the form itself. */
  readonly scope: Locator;
  /** What submits it. */
  readonly submit: Locator;
  /** The request that changes something. */
  readonly request: { readonly method: string; readonly path: string };
  /** A field, and what stands in it. */
  readonly typed: readonly [field: Locator, value: string];
  /** How many there are of what it makes. */
  readonly count: () => Promise<number>;
}

/** What a person reads who is to try again. */
const TRY_AGAIN = /vuelve a intentar|inténtalo de nuevo|intenta de nuevo|vuelve a intentarlo/i;

const CUTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'the request is never sent': (route) => route.abort('connectionfailed'),
  'somebody on the way answers 500': (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad</h1>' }),
  'the answer is cut': async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  },
};

/**
 * Presses the button of a filled form with the network cut in every manner, last of all after the server has done what
 * was asked for, and then with the network back: each time the person reads what to do and loses nothing, and in the end
 * there is one.
 */
export async function cutInEveryManner(page: Page, form: CutForm): Promise<void> {
  const before = await form.count();
  const address = new RegExp(`${form.request.path}(?:[?]|$)`);
  const [field, value] = form.typed;
  for (const [manner, cut] of Object.entries(CUTS)) {
    const handle = (route: Route) =>
      route.request().method() === form.request.method ? cut(route) : route.fallback();
    await page.route(address, handle);
    await form.submit.click();
    await expect(form.scope.getByText(TRY_AGAIN).first(), `${form.form}: ${manner}`).toBeVisible();
    await expect(form.submit, `${form.form}: ${manner}`).toBeEnabled();
    await expect(field, `${form.form}: ${manner}`).toHaveValue(value);
    await page.unroute(address, handle);
  }
  await form.submit.click();
  // It is done when the form is gone, or emptied for the next one. Looked at in one step: it may go at any moment.
  const typed = () => field.evaluateAll((fields) => fields.map((found) => (found as HTMLInputElement).value));
  await expect.poll(typed, { message: form.form }).not.toContain(value);
  expect(await form.count(), form.form).toBe(before + 1);
}
