/** Every section of the settings with its schema; the database has the same list (`private.setting_shapes`). */
import type { ShopFacts } from '#src/config/shop-facts.ts';
import type { z } from '#src/values/zod.ts';
import { dataSchema } from './data-schema.ts';
import { deskSchema } from './desk-schema.ts';
import { hoursSchema } from './hours-schema.ts';
import { landingSchema } from './landing-schema.ts';
import { lookSchema } from './look-schema.ts';
import { messagesSchema } from './messages-schema.ts';
import { servicesSchema } from './services-schema.ts';
import { shopSchema } from './shop-schema.ts';
import { termsSchema } from './terms-schema.ts';

/** Sections that everybody may read: the shop's facts on the public pages. */
export const PUBLIC_SECTION_SCHEMAS = {
  shop: shopSchema,
  look: lookSchema,
  landing: landingSchema,
  hours: hoursSchema,
  services: servicesSchema,
  terms: termsSchema,
} as const satisfies Record<keyof ShopFacts, z.ZodMiniType>;

/**
 * Sections that may be taken to another installation; those beyond the public ones are read by staff or admins only.
 */
export const SHOP_SECTION_SCHEMAS = {
  ...PUBLIC_SECTION_SCHEMAS,
  desk: deskSchema,
  messages: messagesSchema,
} as const;

/** All sections; that of the installation itself is read by admins only. */
export const SECTION_SCHEMAS = { ...SHOP_SECTION_SCHEMAS, data: dataSchema } as const;

export type SectionName = keyof typeof SECTION_SCHEMAS;
export type SectionValue<S extends SectionName> = z.output<(typeof SECTION_SCHEMAS)[S]>;
export type ShopSectionName = keyof typeof SHOP_SECTION_SCHEMAS;
export type SettingValues = { readonly [S in ShopSectionName]: SectionValue<S> };
