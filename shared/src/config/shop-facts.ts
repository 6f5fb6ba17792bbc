/**
 * The shop's public details, which its admins edit at run time: plain types, so that pages that show them bundle no
 * schema (those are in `shared/src/settings`). Empty texts, null and empty lists mean that a detail is not given.
 */

import type { Logo } from '../values/logo.ts';

/** An opening interval, `hh:mm`. */
export interface TimeRange {
  readonly open: string;
  readonly close: string;
}

/** Names, contact details, and payment methods. */
export interface ShopSection {
  readonly name: string;
  /** Name and kind of business, for titles and printouts. */
  readonly fullName: string;
  readonly tagline: string;
  /** Normalised RUT of the business. */
  readonly rut: string;
  readonly address: { readonly street: string; readonly city: string; readonly region: string };
  readonly geo: { readonly latitude: number; readonly longitude: number } | null;
  readonly mapUrl: string;
  /** Digits with country prefix; display with `formatPhone`, link with `telHref`. */
  readonly phone: string;
  readonly whatsApp: string;
  readonly email: string;
  /** Public URL of the site without a trailing slash, for search engines and link previews. */
  readonly website: string;
  readonly socialLinks: readonly { readonly name: string; readonly href: string }[];
  readonly paymentMethods: readonly string[];
  /** The tax in per cent of the net price; prices include it. */
  readonly taxRate: number;
  readonly stats: { readonly devices: string; readonly satisfaction: string; readonly years: string };
}

/** Appearance of the shop. */
export interface BrandingSection {
  /** Null for the mark of this program. */
  readonly logo: Logo | null;
  /** `#rrggbb`; null for the default. */
  readonly color: string | null;
}

interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** Texts of the landing page. */
export interface LandingSection {
  readonly lead: string;
  readonly stats: {
    readonly title: string;
    readonly devices: string;
    readonly satisfaction: string;
    readonly years: string;
  };
  readonly services: { readonly title: string; readonly lead: string };
  readonly steps: { readonly title: string; readonly items: readonly TitledText[] };
  readonly why: { readonly title: string; readonly items: readonly TitledText[] };
  readonly call: TitledText & { readonly whatsAppMessage: string };
}

/** A date range, inclusive, with other hours than the week and the holidays. */
export interface SpecialDays {
  /** `yyyy-mm-dd`. */
  readonly from: string;
  readonly to: string;
  /** Empty if the shop is closed. */
  readonly hours: readonly TimeRange[];
  readonly reason: string;
}

/** Opening hours. Special days override holidays, holidays override the week. */
export interface HoursSection {
  /** Seven days, Sunday first (the index is `Date`'s weekday); a day without intervals is closed. */
  readonly week: readonly (readonly TimeRange[])[];
  readonly closedOnHolidays: boolean;
  readonly specialDays: readonly SpecialDays[];
}

/** Online booking (BOOK-01). */
export interface BookingRules {
  readonly enabled: boolean;
  /** Length of a time that can be booked. */
  readonly minutes: number;
  /** People at once. */
  readonly places: number;
  /** Hours of notice. */
  readonly leadHours: number;
  readonly daysAhead: number;
  /** An order that is promised for a time takes a place in it. */
  readonly countsPromises: boolean;
  /** Percent of a day's places that bookings without a customer's proven account may take (BOOK-17). */
  readonly strangerShare: number;
}

/** The hours of visits: the opening hours, and the rules of online booking. */
export interface VisitHours extends HoursSection {
  readonly booking: BookingRules;
}

/** Icons available for a service. */
export const SERVICE_ICONS = [
  'smartphone',
  'battery',
  'wifi',
  'cpu',
  'refresh',
  'lifebuoy',
  'disk',
  'memory',
  'shield',
  'fan',
  'backup',
  'laptop',
] as const;
export type ServiceIcon = (typeof SERVICE_ICONS)[number];

/** A repair service, with its price in pesos if given. */
export interface Service {
  readonly name: string;
  readonly text: string;
  readonly icon: ServiceIcon;
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
}

/** A category of services. */
export interface ServiceGroup {
  readonly title: string;
  /** Shown on the services page. */
  readonly lead: string;
  /** Shown on the landing page. */
  readonly summary: string;
  readonly services: readonly Service[];
}

export interface ServicesSection {
  readonly groups: readonly ServiceGroup[];
}

/** Terms of service, numbered on the printouts in this order. */
export interface TermsSection {
  readonly items: readonly string[];
}

/** Kinds of devices of which the public pages say how long a repair takes. */
export type TimedDevice = 'smartphone' | 'laptop' | 'desktop' | 'tablet';

/** Half of the repairs of this kind of device were finished within these days, by the shop's own orders. */
export interface RepairTime {
  readonly type: TimedDevice;
  readonly days: number;
}

/** Contents of the images that the details name, by their hash. */
export type ShopImages = ReadonlyMap<string, Uint8Array>;

/** Id of the `<script type="application/json">` with the inlined details. */
export const FACTS_ELEMENT_ID = 'taller-facts';

/** All that a page may show of the shop. */
export interface ShopFacts {
  readonly shop: ShopSection;
  readonly look: BrandingSection;
  readonly landing: LandingSection;
  readonly hours: VisitHours;
  readonly services: ServicesSection;
  /** With their version, which an order stores when it is printed. */
  readonly terms: TermsSection & { readonly version: number };
  /** The most frequent kind first; absent while too few orders are known. Not a section of the settings. */
  readonly repairTimes?: readonly RepairTime[];
}

/** The facts, and the contents of the images that they name. */
export interface FactsWithImages {
  readonly facts: ShopFacts;
  readonly images: ShopImages;
}
