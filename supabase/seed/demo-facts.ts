import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { DEMO_SETTINGS } from './demo-settings.ts';

/** The public details of a new demo shop, as in its database. */
export const DEMO_FACTS: ShopFacts = {
  ...DEMO_SETTINGS,
  terms: { ...DEMO_SETTINGS.terms, version: 1 },
};
