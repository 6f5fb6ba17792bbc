import { SERVICE_ICONS, type ServiceIcon } from '@taller/shared/config/shop-facts.ts';
import type { SectionName } from '@taller/shared/settings/sections.ts';
import { COMMISSION } from './commission-spec.ts';
import { DATA } from './data-spec.ts';
import { DESK } from './desk-spec.ts';
import type { SectionSpec } from './field-specs.ts';
import { HOURS } from './hours-spec.ts';
import { LANDING } from './landing-spec.ts';
import { termHint } from './legal-hints.ts';
import { BRANDING } from './branding-spec.ts';
import { MESSAGES } from './messages-spec.ts';

/** The sections that the screen shows, in their order. */
export const SHOWN_SECTIONS = [
  'shop',
  'look',
  'hours',
  'services',
  'terms',
  'landing',
  'desk',
  'messages',
  'commission',
  'data',
] as const satisfies SectionName[];
export type ShownSection = (typeof SHOWN_SECTIONS)[number];

/** Another address of a section: its name in Spanish, as those of the other screens. */
export const SECTION_ADDRESSES: Readonly<Record<ShownSection, string>> = {
  shop: 'tienda',
  look: 'apariencia',
  hours: 'horario',
  services: 'servicios',
  terms: 'condiciones',
  landing: 'inicio',
  desk: 'recepcion',
  messages: 'mensajes',
  commission: 'comisiones',
  data: 'datos',
};

/** The section of an address, by either of its names. */
export const sectionAt = (address: string): ShownSection | undefined =>
  SHOWN_SECTIONS.find((name) => name === address || SECTION_ADDRESSES[name] === address);

const ICON_LABELS: Readonly<Record<ServiceIcon, string>> = {
  smartphone: 'Teléfono',
  battery: 'Batería',
  wifi: 'Señal',
  cpu: 'Placa',
  refresh: 'Flechas',
  lifebuoy: 'Salvavidas',
  disk: 'Disco',
  memory: 'Memoria',
  shield: 'Escudo',
  fan: 'Ventilador',
  backup: 'Respaldo',
  laptop: 'Notebook',
};

const SHOP: SectionSpec = {
  title: 'Tienda',
  intro: 'Se muestra en el sitio, en las hojas impresas y en los correos. Lo que dejes vacío no se muestra.',
  groups: [
    {
      title: 'Nombre',
      fields: [
        { kind: 'line', name: 'name', label: 'Nombre corto', hint: 'En el encabezado y los mensajes.' },
        { kind: 'line', name: 'fullName', label: 'Nombre completo', hint: 'En títulos y hojas impresas.' },
        { kind: 'line', name: 'tagline', label: 'Lema', optional: true },
        {
          kind: 'line',
          name: 'rut',
          label: 'RUT de la empresa',
          hint: 'Formato: 12345678-9',
          optional: true,
        },
      ],
    },
    {
      title: 'Dirección',
      fields: [
        { kind: 'line', name: 'address.street', label: 'Calle y número', optional: true, width: 'full' },
        { kind: 'line', name: 'address.city', label: 'Ciudad', optional: true },
        { kind: 'line', name: 'address.region', label: 'Región', optional: true },
        {
          kind: 'coordinates',
          name: 'geo',
          label: 'Coordenadas',
          hint: 'Latitud y longitud, como las copia Google Maps: -33.0463, -71.6196',
          optional: true,
        },
        { kind: 'line', input: 'url', name: 'mapUrl', label: 'Enlace al mapa', optional: true },
      ],
    },
    {
      title: 'Contacto',
      fields: [
        { kind: 'line', input: 'tel', name: 'phone', label: 'Teléfono', optional: true },
        { kind: 'line', input: 'tel', name: 'whatsApp', label: 'WhatsApp', optional: true },
        { kind: 'line', input: 'email', name: 'email', label: 'Correo electrónico', optional: true },
        {
          kind: 'line',
          input: 'url',
          name: 'website',
          label: 'Dirección del sitio',
          hint: 'Para buscadores y vistas previas, por ejemplo https://www.mitaller.cl',
          optional: true,
        },
        {
          kind: 'list',
          name: 'socialLinks',
          label: 'Redes sociales',
          itemLabel: 'Red',
          addLabel: 'Agregar red',
          none: 'Sin redes sociales.',
          most: 8,
          initial: { name: '', href: '' },
          item: [
            { kind: 'line', name: 'name', label: 'Nombre', width: 'third' },
            { kind: 'line', input: 'url', name: 'href', label: 'Enlace', width: 'rest' },
          ],
        },
      ],
    },
    {
      title: 'Medios de pago',
      fields: [
        {
          kind: 'list',
          name: 'paymentMethods',
          label: 'Medios de pago',
          itemLabel: 'Medio',
          addLabel: 'Agregar medio de pago',
          none: 'Sin medios de pago.',
          most: 12,
          initial: { text: '' },
          item: [{ kind: 'line', name: 'text', label: 'Medio de pago' }],
        },
      ],
    },
    {
      title: 'Impuesto',
      hint: 'Los precios lo incluyen: presupuestos y comprobantes dicen cuánto es.',
      fields: [{ kind: 'count', suffix: '%', name: 'taxRate', label: 'IVA' }],
    },
    {
      title: 'Cifras',
      hint: 'En la página de inicio, con los textos que tiene ahí.',
      fields: [
        { kind: 'line', name: 'stats.devices', label: 'Equipos reparados', optional: true, width: 'third' },
        {
          kind: 'line',
          name: 'stats.satisfaction',
          label: 'Clientes satisfechos',
          optional: true,
          width: 'third',
        },
        { kind: 'line', name: 'stats.years', label: 'Años de oficio', optional: true, width: 'third' },
      ],
    },
  ],
};

const SERVICES: SectionSpec = {
  title: 'Servicios',
  intro: 'Lo que reparas y lo que cuesta, en este orden, en la página de inicio y en Servicios.',
  groups: [
    {
      title: 'Familias de servicios',
      fields: [
        {
          kind: 'list',
          name: 'groups',
          label: 'Familias',
          itemLabel: 'Familia',
          addLabel: 'Agregar familia',
          none: 'Sin servicios.',
          most: 6,
          initial: { title: '', lead: '', summary: '', services: [] },
          item: [
            { kind: 'line', name: 'title', label: 'Nombre de la familia', width: 'full' },
            { kind: 'area', name: 'summary', label: 'Texto en la página de inicio', optional: true },
            { kind: 'area', name: 'lead', label: 'Texto en Servicios', optional: true },
            {
              kind: 'list',
              name: 'services',
              label: 'Servicios',
              itemLabel: 'Servicio',
              addLabel: 'Agregar servicio',
              none: 'Sin servicios en esta familia.',
              most: 30,
              itemsFolded: true,
              initial: { name: '', text: '', icon: SERVICE_ICONS[0], priceFrom: null, priceTo: null },
              item: [
                { kind: 'line', name: 'name', label: 'Servicio', width: 'third' },
                { kind: 'price', name: 'priceFrom', label: 'Precio desde', optional: true, width: 'third' },
                { kind: 'price', name: 'priceTo', label: 'Precio hasta', optional: true, width: 'third' },
                { kind: 'area', name: 'text', label: 'Descripción', optional: true, width: 'rest' },
                {
                  kind: 'choice',
                  name: 'icon',
                  label: 'Dibujo',
                  width: 'third',
                  options: SERVICE_ICONS.map((value) => ({ value, label: ICON_LABELS[value] })),
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const TERMS: SectionSpec = {
  title: 'Condiciones',
  intro: 'Se imprimen numeradas en las hojas de la orden, en este orden.',
  groups: [
    {
      title: 'Condiciones del servicio',
      fields: [
        {
          kind: 'list',
          name: 'items',
          label: 'Condiciones',
          itemLabel: 'Condición',
          addLabel: 'Agregar condición',
          none: 'Sin condiciones.',
          most: 20,
          numbered: true,
          initial: { text: '' },
          item: [{ kind: 'area', name: 'text', label: 'Condición', remark: termHint }],
        },
      ],
    },
  ],
};

export const SECTION_SPECS: Readonly<Record<ShownSection, SectionSpec>> = {
  shop: SHOP,
  look: BRANDING,
  hours: HOURS,
  services: SERVICES,
  terms: TERMS,
  landing: LANDING,
  desk: DESK,
  messages: MESSAGES,
  commission: COMMISSION,
  data: DATA,
};

const specOf = (section: string): SectionSpec | undefined =>
  (SECTION_SPECS as Readonly<Record<string, SectionSpec>>)[section];

/** Title of a section; for an unknown section, its name. */
export const sectionTitle = (section: string): string => specOf(section)?.title ?? section;

/**
 * Label of a field of a section, after its group's title if another group has the same: for a place inside of a list
 * the list's label, for an unknown field its path.
 */
export function fieldLabel(section: string, path: string): string {
  const fields = (specOf(section)?.groups ?? []).flatMap((group) =>
    group.fields.map(({ name, label }) => ({ name, label, group: group.title })),
  );
  const found = fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  if (!found) return path;
  const isShared = fields.some(({ name, label }) => label === found.label && name !== found.name);
  return isShared ? `${found.group} · ${found.label}` : found.label;
}
