/** The settings of a new shop; `npm run db:diff` writes them to `supabase/schemas/41_first_settings.sql`. */
import { KEPT, STAFF_IDLE, type KeptKey } from '../config/limits.ts';
import { NEUTRAL_FACTS } from '../config/neutral-facts.ts';
import type { z } from '../values/zod.ts';
import {
  FIRST_PLACES,
  FIRST_CHECKPOINTS,
  FIRST_TILLS,
  FIRST_WAITS,
  IDLE_DAYS,
  NO_DAYS,
  NO_LIMITS,
  NO_SIGNATURES,
  PROMISE_MARGIN,
} from './desk-schema.ts';
import { byEvent, firstReminder, ORDER_MESSAGES } from './message-variables.ts';
import { EXPIRE_HOURS, FIRST_UNCLAIMED, UNDO_SECONDS } from './messages-schema.ts';
import type { SECTION_SCHEMAS, SectionName } from './sections.ts';

const messages = {
  ...byEvent((event) => {
    const { template, text, isAlwaysSent } = ORDER_MESSAGES[event];
    return { ...(!isAlwaysSent && { enabled: true }), template, text };
  }),
  // A shop switches them on, once their templates are registered.
  quote_reminder: firstReminder('quote_reminder'),
  pickup_reminder: firstReminder('pickup_reminder'),
  warranty_reminder: firstReminder('warranty_reminder'),
  unclaimed: { ...FIRST_UNCLAIMED },
  cost: null,
  language: 'es_CL',
  expireHours: EXPIRE_HOURS.initial,
  undoSeconds: UNDO_SECONDS.initial,
  quietHours: { enabled: false, from: '21:00', to: '09:00' },
} as z.input<(typeof SECTION_SCHEMAS)['messages']>;

const periods = Object.fromEntries(Object.entries(KEPT).map(([key, { initial }]) => [key, initial]));

/** The first values by section. */
export const FIRST_VALUES = {
  ...NEUTRAL_FACTS,
  terms: { items: NEUTRAL_FACTS.terms.items },
  data: {
    site_url: 'http://127.0.0.1:3000',
    staff_idle_minutes: STAFF_IDLE.initial,
    ...(periods as Record<KeptKey, number>),
  },
  messages,
  desk: {
    brands: { smartphone: [], laptop: [], desktop: [], tablet: [], others: [] },
    texts: {
      description: [
        { text: 'Pantalla trizada', type: 'smartphone', chip: true },
        { text: 'No carga', type: 'smartphone', chip: true },
        { text: 'Batería dura poco', type: 'smartphone', chip: true },
        { text: 'Pantalla trizada', type: 'tablet', chip: true },
        { text: 'No carga', type: 'tablet', chip: true },
        { text: 'Lento', type: 'laptop', chip: true },
        { text: 'Se calienta', type: 'laptop', chip: true },
        { text: 'Lento', type: 'desktop', chip: true },
        { text: 'Sin imagen', type: 'desktop', chip: true },
        { text: 'No enciende', type: 'all', chip: true },
      ],
      condition: [{ text: 'Con señales normales de uso, sin golpes.', type: 'all' }],
      technicalWork: [{ text: 'Diagnóstico completo antes de presupuestar.', type: 'all' }],
      notes: [{ text: 'Se llamó al cliente y no contestó.', type: 'all' }],
    },
    accessories: {
      smartphone: ['Funda', 'Chip', 'Cargador'],
      laptop: ['Cargador', 'Bolso'],
      desktop: ['Cable de poder'],
      tablet: ['Funda', 'Cargador'],
      others: ['Cargador'],
    },
    warranty: { ...NO_DAYS },
    waits: [...FIRST_WAITS],
    partsWarranty: { ...NO_DAYS },
    promiseMargin: PROMISE_MARGIN.initial,
    boardLimits: { ...NO_LIMITS },
    idleDays: IDLE_DAYS,
    cannedLines: [],
    quoteDays: 0,
    quoteLater: false,
    electronicDocuments: false,
    signatures: { ...NO_SIGNATURES },
    tills: [...FIRST_TILLS],
    places: [...FIRST_PLACES],
    checkpoints: { ...FIRST_CHECKPOINTS },
  },
  commission: { rules: [] },
} as const satisfies { readonly [S in SectionName]: unknown };
