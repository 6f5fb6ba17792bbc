import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { DEMO_BOOKING, DEMO_SETTINGS } from './demo-settings.ts';

const { shop, look, landing, hours, services, terms } = DEMO_SETTINGS;

/** The public details of a new demo shop, as in its database. */
export const DEMO_FACTS: ShopFacts = {
  shop: { ...shop, taxRate: NEUTRAL_FACTS.shop.taxRate },
  look,
  landing,
  hours: { ...hours, booking: DEMO_BOOKING },
  services,
  terms: { ...terms, version: 1 },
};
