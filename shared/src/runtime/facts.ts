import { FACTS_ELEMENT_ID, type ShopFacts } from '#src/config/shop-facts.ts';

let facts: ShopFacts | null = null;

/** Gives the facts where no page carries them: to the pages that are rendered when a site is assembled, and to tests. */
export function provideFacts(given: ShopFacts): void {
  facts = given;
}

/**
 * The shop's facts that came with the page. They stay the same while it is open: changed facts are another release, which
 * a tab takes with a document of its own.
 */
export function readFacts(): ShopFacts {
  if (facts) return facts;
  const text = document.querySelector(`#${FACTS_ELEMENT_ID}`)?.textContent;
  if (!text) throw new Error('The page carries no facts of the shop');
  facts = JSON.parse(text) as ShopFacts;
  return facts;
}
