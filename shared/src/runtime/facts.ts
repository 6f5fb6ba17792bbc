import { FACTS_ELEMENT_ID, type ShopFacts } from '#src/config/shop-facts.ts';

let facts: ShopFacts | null = null;

/** Sets the details where no page contains them: for prerendering and tests. */
export function provideFacts(given: ShopFacts): void {
  facts = given;
}

/**
 * The shop's details inlined in the page. They stay the same while it is open: changed details are a new release, which
 * a tab loads with a new document.
 */
export function readFacts(): ShopFacts {
  if (facts) return facts;
  const text = document.querySelector(`#${FACTS_ELEMENT_ID}`)?.textContent;
  if (!text) throw new Error('The page carries no facts of the shop');
  facts = JSON.parse(text) as ShopFacts;
  return facts;
}
