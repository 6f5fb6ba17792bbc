/**
 * The shop's details: the only place to change for another business. Components, printouts and messages read them from
 * here (SHELL-03, ORD-13).
 */
import type { WeekHours } from './opening-hours.ts';

export interface SocialLink {
  readonly name: string;
  readonly href: string;
}

export interface ShopConfig {
  readonly name: string;
  /** Name and kind of business, for titles and printouts. */
  readonly fullName: string;
  readonly tagline: string;
  readonly address: { readonly street: string; readonly city: string; readonly region: string };
  readonly geo: { readonly latitude: number; readonly longitude: number };
  readonly mapUrl: string;
  /** Digits with country prefix; display with `formatPhone`, link with `telHref`. */
  readonly phone: string;
  readonly whatsApp: string;
  readonly email: string;
  /**
   * Public URL of the site without a trailing slash, for search engines and link previews; SITE_URL overrides it in a
   * build.
   */
  readonly website: string;
  /** Normalised RUT of the business. */
  readonly rut: string;
  readonly socialLinks: readonly SocialLink[];
  readonly hours: WeekHours;
  readonly paymentMethods: readonly string[];
  readonly stats: { readonly devices: string; readonly satisfaction: string; readonly years: string };
  /** Numbered on the printouts, in this order. */
  readonly terms: readonly string[];
}

const WEEKDAY = { open: '09:30', close: '19:00' } as const;

export const shop: ShopConfig = {
  name: 'Barlovento',
  fullName: 'Barlovento Servicio Técnico',
  tagline: 'Celulares y computadores, de vuelta a puerto',
  address: { street: 'Condell 1480, local 6', city: 'Valparaíso', region: 'Región de Valparaíso' },
  geo: { latitude: -33.0463, longitude: -71.6196 },
  mapUrl: 'https://www.google.com/maps/search/?api=1&query=Condell+1480%2C+Valpara%C3%ADso%2C+Chile',
  phone: '56322550142',
  whatsApp: '56955501420',
  email: 'contacto@barlovento-tecnico.cl',
  website: 'https://www.barlovento-tecnico.cl',
  rut: '76543210-3',
  socialLinks: [
    { name: 'Instagram', href: 'https://www.instagram.com/barlovento.tecnico' },
    { name: 'Facebook', href: 'https://www.facebook.com/barlovento.tecnico' },
  ],
  hours: [null, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, { open: '10:00', close: '17:00' }],
  paymentMethods: ['Efectivo', 'Transferencia bancaria'],
  stats: { devices: '+5.000', satisfaction: '98%', years: '20+' },
  terms: [
    'Los equipos que no se retiren dentro de 40 días se considerarán abandonados.',
    'La garantía es de 5 días desde el retiro del equipo y cubre únicamente los trabajos indicados en esta orden.',
    'Los equipos con daño por líquidos no tienen garantía.',
    'El respaldo de datos tiene un costo adicional.',
    'Para retirar el equipo es necesario presentar esta orden.',
    'Se aplica la Ley N° 19.496 sobre Protección de los Derechos de los Consumidores.',
  ],
};
