import { SERVICE_ICONS, type ServiceIcon } from '@taller/shared/config/shop-facts.ts';
import type { SectionName } from '@taller/shared/settings/sections.ts';
import { DATA } from './data-spec.ts';
import { DESK } from './desk-spec.ts';
import type { FieldSpec, SectionSpec } from './field-specs.ts';
import { LANDING } from './landing-spec.ts';
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
  'data',
] as const satisfies SectionName[];
export type ShownSection = (typeof SHOWN_SECTIONS)[number];

/** Monday first, as people read a week; the number is the day's place in the value. */
const WEEK = [
  [1, 'Lunes'],
  [2, 'Martes'],
  [3, 'Miércoles'],
  [4, 'Jueves'],
  [5, 'Viernes'],
  [6, 'Sábado'],
  [0, 'Domingo'],
] as const;

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

const stretches = (name: string, label: string): FieldSpec => ({
  kind: 'list',
  name,
  label,
  itemLabel: 'Tramo',
  addLabel: 'Agregar tramo',
  none: 'Cerrado',
  most: 4,
  initial: { open: '10:00', close: '19:00' },
  item: [
    { kind: 'time', name: 'open', label: 'Abre' },
    { kind: 'time', name: 'close', label: 'Cierra' },
  ],
});

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
        { kind: 'line', name: 'address.street', label: 'Calle y número', optional: true },
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
            { kind: 'line', name: 'name', label: 'Nombre' },
            { kind: 'line', input: 'url', name: 'href', label: 'Enlace' },
          ],
        },
      ],
    },
    {
      title: 'Pagos y cifras',
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
        { kind: 'line', name: 'stats.devices', label: 'Equipos reparados', optional: true },
        { kind: 'line', name: 'stats.satisfaction', label: 'Clientes satisfechos', optional: true },
        { kind: 'line', name: 'stats.years', label: 'Años de oficio', optional: true },
      ],
    },
  ],
};

const HOURS: SectionSpec = {
  title: 'Horario de atención',
  intro:
    'Cuándo atiende la tienda. Los días especiales valen antes que los feriados, y los feriados antes que la semana.',
  groups: [
    {
      title: 'Semana',
      hint: 'Un día sin tramos está cerrado. Con dos tramos hay una pausa entre ellos.',
      fields: WEEK.map(([day, label]) => stretches(`week.${day}`, label)),
    },
    {
      title: 'Feriados y días especiales',
      fields: [
        {
          kind: 'holidays',
          name: 'closedOnHolidays',
          label: 'Cerrado los feriados',
          hint: 'Los feriados nacionales de Chile. Los de una región y los de elecciones se agregan como días especiales.',
        },
        {
          kind: 'list',
          name: 'specialDays',
          label: 'Días especiales',
          itemLabel: 'Días',
          addLabel: 'Agregar días especiales',
          none: 'Sin días especiales.',
          most: 60,
          initial: { from: '', to: '', reason: '', hours: [] },
          item: [
            { kind: 'date', name: 'from', label: 'Desde' },
            { kind: 'date', name: 'to', label: 'Hasta' },
            { kind: 'line', name: 'reason', label: 'Motivo', hint: 'Por ejemplo: Vacaciones' },
            stretches('hours', 'Horario de esos días'),
          ],
        },
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
            { kind: 'line', name: 'title', label: 'Nombre de la familia' },
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
              initial: { name: '', text: '', icon: SERVICE_ICONS[0], priceFrom: null, priceTo: null },
              item: [
                { kind: 'line', name: 'name', label: 'Servicio' },
                { kind: 'area', name: 'text', label: 'Descripción', optional: true },
                {
                  kind: 'choice',
                  name: 'icon',
                  label: 'Dibujo',
                  options: SERVICE_ICONS.map((value) => ({ value, label: ICON_LABELS[value] })),
                },
                { kind: 'price', name: 'priceFrom', label: 'Precio desde', optional: true },
                { kind: 'price', name: 'priceTo', label: 'Precio hasta', optional: true },
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
          initial: { text: '' },
          item: [{ kind: 'area', name: 'text', label: 'Condición' }],
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
  data: DATA,
};

const specOf = (section: string): SectionSpec | undefined =>
  (SECTION_SPECS as Readonly<Record<string, SectionSpec>>)[section];

/** Title of a section; for an unknown section, its name. */
export const sectionTitle = (section: string): string => specOf(section)?.title ?? section;

/**
 * Label of a field of a section: for a place inside of a list the list's label, for an unknown field its path.
 */
export function fieldLabel(section: string, path: string): string {
  const fields = specOf(section)?.groups.flatMap((group) => group.fields) ?? [];
  const found = fields.find(({ name }) => path === name || path.startsWith(`${name}.`));
  return found?.label ?? path;
}
