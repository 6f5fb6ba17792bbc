import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import type { TestServerOptions } from '@taller/server/testing/start-test-server.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openShop } from '../shop.ts';
import type { Change, Press, Stage } from './change.ts';
import { BOOKING_CHANGES } from './booking-changes.ts';
import { DRAWER_CHANGES } from './drawer-changes.ts';
import { INVENTORY_CHANGES } from './inventory-changes.ts';
import { openLossyBrowser } from './lossy-browser.ts';
import { ORDER_CHANGES } from './order-changes.ts';
import { PART_CHANGES } from './part-changes.ts';
import { CARD_CHANGES } from './card-changes.ts';
import { PAYMENT_CHANGES } from './payment-changes.ts';
import { WAIT_CHANGES } from './wait-changes.ts';
import { PEOPLE_CHANGES } from './people-changes.ts';
import { PHOTO_CHANGES } from './photo-changes.ts';
import { PRIVACY_CHANGES } from './privacy-changes.ts';
import { SAVED_VIEW_CHANGES } from './saved-view-changes.ts';
import { SETTINGS_CHANGES } from './settings-changes.ts';
import { difference, shopDigest, shopState, type ShopState } from './shop-state.ts';
import { SIGNATURE_CHANGES } from './signature-changes.ts';
import { VISIT_CHANGES } from './visit-changes.ts';
import { SITE_CHANGES } from './site-changes.ts';
import { STOCKTAKE_CHANGES } from './stocktake-changes.ts';

/** Every mutation of the data layer, by its name there. */
export const CHANGES: Readonly<Record<string, Change>> = {
  ...BOOKING_CHANGES,
  ...DRAWER_CHANGES,
  ...INVENTORY_CHANGES,
  ...ORDER_CHANGES,
  ...PART_CHANGES,
  ...CARD_CHANGES,
  ...PAYMENT_CHANGES,
  ...WAIT_CHANGES,
  ...PEOPLE_CHANGES,
  ...PHOTO_CHANGES,
  ...PRIVACY_CHANGES,
  ...SAVED_VIEW_CHANGES,
  ...SETTINGS_CHANGES,
  ...SIGNATURE_CHANGES,
  ...VISIT_CHANGES,
  ...SITE_CHANGES,
  ...STOCKTAKE_CHANGES,
};

/** Maximum number of requests of one submit. */
const MOST_REQUESTS = 8;

const settled = (press: Press) =>
  press().then(
    () => 'done',
    (error: unknown) => dataErrorCode(error),
  );

/** Tags of the two tests of a change: with lost answers, and pressed twice at once. */
interface ChangeTags {
  lost: string[];
  twice: string[];
}

/**
 * Declares two tests of each change, against a server of their own: every answer lost and tried again, and pressed
 * twice at once. The client of the interface exists once per process, so a file can call this once.
 * @param tagsOf tags by the name of a change.
 */
export function tryChanges(
  requirement: string,
  options: TestServerOptions,
  tagsOf: (name: string) => ChangeTags,
): () => Stage {
  let stage: Stage;
  let close: () => PromiseLike<void>;
  beforeAll(async () => {
    // The files of a site are changed elsewhere, once (change-site.test.ts): here it is what the shop notes of it.
    const change = async () => ({ done: true as const, build: 'v1' });
    const shop = await openShop({ ...options, siteControl: { read: async () => null, change } });
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

  /** The changes that several submits of a form make in the shop, and their results. */
  async function effectOf(change: Change, presses: (press: Press) => Promise<string[]>) {
    const press = await change.begin(stage);
    const before = await shopState(stage.shop.sql);
    const answers = await presses(press);
    const after = await shopState(stage.shop.sql);
    return { effect: difference(before, after, Object.keys(change.counts ?? {})), answers };
  }

  describe.each(Object.entries(CHANGES))(`${requirement} %s`, (name, change) => {
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

    const tags = tagsOf(name);
    test(
      'with any answer of its requests lost and pressed again, it has happened once',
      { tags: tags.lost },
      async () => {
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
      },
    );

    test('pressed twice at once it happens once', { tags: tags.twice }, async () => {
      const { effect, answers } = await effectOf(change, (press) =>
        Promise.all([settled(press), settled(press)]),
      );
      expect(effect).toEqual(once);
      expect(answers).toContain('done');
    });
  });
  return () => stage;
}
