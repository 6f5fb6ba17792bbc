/**
 * The shop's public facts, which its admins change at run time: plain types, so that a page that shows them carries no
 * schema (`shared/src/settings` has those). Empty texts, null and empty lists are facts that the shop does not give.
 */

/** Hours of one stretch of a day, `hh:mm`. */
export interface TimeRange {
  readonly open: string;
  readonly close: string;
}

/** Names, ways to reach it, and what it takes. */
export interface ShopSection {
  readonly name: string;
  /** Name and trade, for titles and printouts. */
  readonly fullName: string;
  readonly tagline: string;
  /** Normalised RUT of the business. */
  readonly rut: string;
  readonly address: { readonly street: string; readonly city: string; readonly region: string };
  readonly geo: { readonly latitude: number; readonly longitude: number } | null;
  readonly mapUrl: string;
  /** Digits with country prefix; show with `formatPhone`, link with `telHref`. */
  readonly phone: string;
  readonly whatsApp: string;
  readonly email: string;
  /** Public address of the site without a slash at the end, for search engines and link previews. */
  readonly website: string;
  readonly socialLinks: readonly { readonly name: string; readonly href: string }[];
  readonly paymentMethods: readonly string[];
  readonly stats: { readonly devices: string; readonly satisfaction: string; readonly years: string };
}

/** How the shop looks. */
export interface LookSection {
  /** By the SHA-256 of its bytes, in hexadecimal digits. */
  readonly logo: {
    readonly hash: string;
    readonly type: 'image/svg+xml' | 'image/png';
    readonly width: number;
    readonly height: number;
  } | null;
  /** `#rrggbb`; null for the application's own. */
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

/** Days of a date range, inclusive, that differ from the week and from the holidays. */
export interface SpecialDays {
  /** `yyyy-mm-dd`. */
  readonly from: string;
  readonly to: string;
  /** Empty when the shop is closed. */
  readonly hours: readonly TimeRange[];
  readonly reason: string;
}

/** When the shop is open. Special days go before holidays, holidays before the week. */
export interface HoursSection {
  /** Seven days, Sunday first (the index is `Date`'s weekday); a day without stretches is closed. */
  readonly week: readonly (readonly TimeRange[])[];
  readonly closedOnHolidays: boolean;
  readonly specialDays: readonly SpecialDays[];
}

/** Pictures that a service may have. */
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

/** One thing that the shop repairs, with what it costs in pesos where it says so. */
export interface Service {
  readonly name: string;
  readonly text: string;
  readonly icon: ServiceIcon;
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
}

/** A family of services. */
export interface ServiceGroup {
  readonly title: string;
  /** On the page of services. */
  readonly lead: string;
  /** On the landing page. */
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

/** All that a page may show of the shop. */
export interface ShopFacts {
  readonly shop: ShopSection;
  readonly look: LookSection;
  readonly landing: LandingSection;
  readonly hours: HoursSection;
  readonly services: ServicesSection;
  /** With their version, which an order keeps when it is printed. */
  readonly terms: TermsSection & { readonly version: number };
}
