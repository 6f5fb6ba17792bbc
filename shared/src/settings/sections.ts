/**
 * Every section of the settings with its schema: that of its form and of the server's check (the function
 * save-settings). This file and all that it imports use relative paths: Supabase's Deno knows no `#src`.
 */
import type { ShopFacts } from '../config/shop-facts.ts';
import type { z } from '../values/zod.ts';
import { commissionSchema } from './commission-schema.ts';
import { dataSchema } from './data-schema.ts';
import { deskSchema } from './desk-schema.ts';
import { hoursSchema } from './hours-schema.ts';
import { landingSchema } from './landing-schema.ts';
import { brandingSchema } from './branding-schema.ts';
import { messagesSchema } from './messages-schema.ts';
import { servicesSchema } from './services-schema.ts';
import { shopSchema } from './shop-schema.ts';
import { termsSchema } from './terms-schema.ts';

/** Sections that everybody may read: the shop's facts on the public pages. */
export const PUBLIC_SECTION_SCHEMAS = {
  shop: shopSchema,
  look: brandingSchema,
  landing: landingSchema,
  hours: hoursSchema,
  services: servicesSchema,
  terms: termsSchema,
} as const satisfies Record<Exclude<keyof ShopFacts, 'repairTimes'>, z.ZodMiniType>;

/**
 * Sections that may be taken to another installation; those beyond the public ones are read by staff or admins only.
 */
export const SHOP_SECTION_SCHEMAS = {
  ...PUBLIC_SECTION_SCHEMAS,
  desk: deskSchema,
  messages: messagesSchema,
  commission: commissionSchema,
} as const;

/** All sections; that of the installation itself is read by admins only. */
export const SECTION_SCHEMAS = { ...SHOP_SECTION_SCHEMAS, data: dataSchema } as const;

export type SectionName = keyof typeof SECTION_SCHEMAS;
export type SectionValue<S extends SectionName> = z.output<(typeof SECTION_SCHEMAS)[S]>;
export type ShopSectionName = keyof typeof SHOP_SECTION_SCHEMAS;
/** An invalid value: its path in the section, and the reason. */
export interface SettingFault {
  readonly path: string;
  readonly message: string;
}
/** Values as they may be written: a field that has a default may be missing. */
export type SettingValues = { readonly [S in ShopSectionName]: z.input<(typeof SECTION_SCHEMAS)[S]> };
