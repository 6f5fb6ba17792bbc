/**
 * Every mutation of the data layer against a real server: its response is lost, it is retried, and it has happened once
 * (DATA-30, DATA-31). The mutations are read from the source.
 */
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Change, Press, Stage } from './support/once/change.ts';
import { INVENTORY_CHANGES } from './support/once/inventory-changes.ts';
import { openLossyBrowser } from './support/once/lossy-browser.ts';
import { ORDER_CHANGES } from './support/once/order-changes.ts';
import { PEOPLE_CHANGES } from './support/once/people-changes.ts';
import { PRIVACY_CHANGES } from './support/once/privacy-changes.ts';
import { SAVED_VIEW_CHANGES } from './support/once/saved-view-changes.ts';
import { SETTINGS_CHANGES } from './support/once/settings-changes.ts';
import { difference, shopDigest, shopState, type ShopState } from './support/once/shop-state.ts';
import { SITE_CHANGES } from './support/once/site-changes.ts';
import { writtenChanges } from './support/once/written-changes.ts';
import { openShop } from './support/shop.ts';

const CHANGES: Readonly<Record<string, Change>> = {
  ...INVENTORY_CHANGES,
  ...ORDER_CHANGES,
  ...PEOPLE_CHANGES,
  ...PRIVACY_CHANGES,
  ...SAVED_VIEW_CHANGES,
  ...SETTINGS_CHANGES,
  ...SITE_CHANGES,
};

/** Exported for the mutation that uses them. */
const PARTS: readonly string[] = [
  'createOrder',
  'openDeviceCode',
  'provePassword',
  'sendImage',
  'sendSection',
  'tryPin',
  'updateOrder',
];

/** Its link is used once, whoever sends it: account-invitations.test.ts. */
const APART: readonly string[] = ['redeemInvitation'];

/** Sent by a page itself, without a form, and never a second time. */
const UNASKED: readonly string[] = ['reportPartFailures'];

/** Maximum number of requests of one submit. */
const MOST_REQUESTS = 8;

let stage: Stage;
let close: () => PromiseLike<void>;
beforeAll(async () => {
  // The files of a site are changed elsewhere, once (change-site.test.ts): here it is what the shop notes of it.
  const change = async () => ({ done: true as const, build: 'v1' });
  const shop = await openShop({ siteControl: { read: async () => null, change } });
  close = () => shop[Symbol.asyncDispose]();
  const browser = openLossyBrowser(shop);
  stage = {
    shop,
    browser,
    signIn: async (role) => {
      await browser.signIn(shop.people[role]);
      return shop.people[role];
    },
  };
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await close();
});

test('DATA-30 every change that the source of the data layer makes is tried here', async () => {
  const writing = await stage.shop.sql`
    select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'`;
  const found = writtenChanges(writing.map(({ name }) => String(name)));
  expect(found).toContain('useWriteOffMutation');
  expect(found).toEqual([...Object.keys(CHANGES), ...PARTS, ...APART, ...UNASKED].toSorted());
});

const settled = (press: Press) =>
  press().then(
    () => 'done',
    (error: unknown) => dataErrorCode(error),
  );

/** What some submits of a form change in the shop, and their results. */
async function effectOf(change: Change, presses: (press: Press) => Promise<string[]>) {
  const press = await change.begin(stage);
  const before = await shopState(stage.shop.sql);
  const answers = await presses(press);
  const after = await shopState(stage.shop.sql);
  return { effect: difference(before, after, Object.keys(change.counts ?? {})), answers };
}

/** The first change proves the rule in `npm test`. */
const [FIRST] = Object.keys(CHANGES);

describe.each(Object.entries(CHANGES))('DATA-31 %s', (name, change) => {
  let once: ShopState;
  beforeAll(async () => {
    const { sql } = stage.shop;
    let digests: string[] = [];
    const { effect, answers } = await effectOf(change, async (press) => {
      const before = await shopDigest(sql);
      const answer = await settled(press);
      digests = [before, await shopDigest(sql)];
      return [answer];
    });
    expect(answers).toEqual(['done']);
    if (!change.reads) expect(digests[0]).not.toBe(digests[1]);
    once = effect;
  });

  const tags = name === FIRST ? [] : ['exhaustive'];
  test('with any answer of its requests lost and pressed again, it has happened once', { tags }, async () => {
    let lost = 0;
    for (let nth = 1; nth <= MOST_REQUESTS; nth += 1) {
      let hasLost = false;
      const { effect, answers } = await effectOf(change, async (press) => {
        const first = await stage.browser.losing(nth, () => settled(press));
        hasLost = first.hasLost;
        return [first.result, await settled(press)];
      });
      if (!hasLost) break;
      lost += 1;
      expect(effect, `answer ${nth} lost`).toEqual(once);
      // A lost intermediate request that does not affect the submit (messages are sent later anyway) is fine.
      expect(answers[0], `answer ${nth} lost`).toMatch(/^(?:offline|done)$/);
      expect(answers[1], `answer ${nth} lost`).toMatch(
        new RegExp(`^(?:done|${change.afterwards ?? 'done'})$`),
      );
    }
    expect(lost).toBeGreaterThan(0);
  });

  test('pressed twice at once it happens once', async () => {
    const { effect, answers } = await effectOf(change, (press) =>
      Promise.all([settled(press), settled(press)]),
    );
    expect(effect).toEqual(once);
    expect(answers).toContain('done');
  });
});
