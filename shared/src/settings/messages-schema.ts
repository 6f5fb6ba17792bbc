import { z } from '../values/zod.ts';
import { time } from './hours-schema.ts';
import {
  asVariable,
  byEvent,
  firstReminder,
  listVariables,
  ORDER_MESSAGES,
  SHOP_WORDS,
  type MessageEvent,
} from './message-variables.ts';
import { gained, line } from './setting-fields.ts';

/** Languages of templates, as the provider names them. */
export const TEMPLATE_LANGUAGES = ['es_CL', 'es', 'es_AR', 'es_ES', 'es_MX'] as const;

/** Hours after which a message that could not be sent expires. */
export const EXPIRE_HOURS = { least: 1, most: 720, initial: 24 } as const;

/** Seconds to undo a change of status; with 0 its message leaves at once. */
export const UNDO_SECONDS = { least: 0, most: 60, initial: 7 } as const;

/** Days after which a device that nobody fetches is on the list of calls, and gets a letter (TIME-44, TIME-45). */
export const FIRST_UNCLAIMED = { enabled: false, callAfter: 45, letterAfter: 60 } as const;

const REMINDER_DAY = 'Escribe un número de días entre 1 y 90.';
const UNCLAIMED_DAY = 'Escribe un número de días entre 1 y 365.';
const LATER = 'Debe ser después del recordatorio anterior.';
const COST = 'Escribe un monto en pesos entre 0 y 100.000, sin decimales.';
const UNDO = `Entre ${UNDO_SECONDS.least} y ${UNDO_SECONDS.most}.`;
const EXPIRY = `Entre ${EXPIRE_HOURS.least} y ${EXPIRE_HOURS.most}.`;
const NAME = 'Usa solo minúsculas, números y guion bajo, como en Meta.';
const SAME_TIME = 'Debe terminar a otra hora de la que comienza.';
const WHY_NEEDED: Readonly<Record<string, string>> = {
  orden: 'para que se sepa de qué orden se trata.',
  enlace: 'sin él el cliente no llega a su página.',
  respuesta: 'es lo que este aviso cuenta.',
  espera: 'es lo que este aviso cuenta.',
  compromiso: 'es lo que este aviso cuenta.',
  vence: 'es lo que este aviso cuenta.',
  cita: 'es lo que este aviso cuenta.',
};

/** Why the braces of a text do not name variables of its event. */
function variableFault(text: string, known: readonly string[]): string {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined
    ? `Las llaves van de a dos, alrededor de una variable: ${listVariables(known)}.`
    : `${asVariable(unknown)} no existe. Puedes usar: ${listVariables(known)}.`;
}

/** The text of an event's template, with the variables that exist for it and those that it needs. */
function text(event: MessageEvent) {
  const { variables, needed } = ORDER_MESSAGES[event];
  const known = [...variables, ...SHOP_WORDS];
  return needed.reduce(
    (schema, name) =>
      schema.check(
        z.regex(new RegExp(String.raw`\{\{${name}\}\}`), `Incluye ${asVariable(name)}: ${WHY_NEEDED[name]}`),
      ),
    line(600).check(
      z.regex(new RegExp(String.raw`^([^{}]|\{\{(${known.join('|')})\}\})*$`), {
        error: ({ input }) => variableFault(String(input), known),
      }),
    ),
  );
}

const template = () => z.string(NAME).check(z.trim(), z.regex(/^[a-z0-9_]{1,100}$/, NAME));

/** An event whose message is always sent. */
const sent = (event: MessageEvent) => z.strictObject({ template: template(), text: text(event) });

/** An event whose message can be switched off. */
const switched = (event: MessageEvent) =>
  z.strictObject({ enabled: z.boolean(), template: template(), text: text(event) });

const day = () => z.int(REMINDER_DAY).check(z.minimum(1, REMINDER_DAY), z.maximum(90, REMINDER_DAY));
const unclaimedDay = () =>
  z.int(UNCLAIMED_DAY).check(z.minimum(1, UNCLAIMED_DAY), z.maximum(365, UNCLAIMED_DAY));

/** The steps of a reminder come one after the other; those after the first may be missing. */
const isLater = (after: number | null, ...before: readonly (number | null)[]) =>
  after === null || before.every((one) => one === null || one < after);

type EventSchemas = {
  [Event in MessageEvent]: ReturnType<
    (typeof ORDER_MESSAGES)[Event]['isAlwaysSent'] extends true ? typeof sent : typeof switched
  >;
};
const events = byEvent((event) => (ORDER_MESSAGES[event].isAlwaysSent ? sent(event) : switched(event)));

/** An event of a later version: its message is off where the shop has not registered the template yet. */
const added = (event: MessageEvent) => {
  const { template: name, text: words } = ORDER_MESSAGES[event];
  return gained(switched(event), { enabled: false, template: name, text: words });
};

/**
 * The messages to customers: which events send one, by which template, and when none is sent (CFG-55 to CFG-57, MSG-23,
 * MSG-25).
 */
export const messagesSchema = z.strictObject({
  ...(events as EventSchemas),
  on_hold: added('on_hold'),
  promise_changed: added('promise_changed'),
  photos_sent: added('photos_sent'),
  quote_reminder: gained(
    z
      .strictObject({ ...switched('quote_reminder').shape, first: day(), second: z.nullable(day()) })
      .check(z.refine(({ first, second }) => isLater(second, first), { error: LATER, path: ['second'] })),
    firstReminder('quote_reminder'),
  ),
  pickup_reminder: gained(
    z
      .strictObject({
        ...switched('pickup_reminder').shape,
        first: day(),
        second: z.nullable(day()),
        third: z.nullable(day()),
      })
      .check(
        z.refine(({ first, second }) => isLater(second, first), { error: LATER, path: ['second'] }),
        z.refine(({ first, second, third }) => isLater(third, first, second), {
          error: LATER,
          path: ['third'],
        }),
      ),
    firstReminder('pickup_reminder'),
  ),
  warranty_reminder: gained(
    z.strictObject({ ...switched('warranty_reminder').shape, before: day() }),
    firstReminder('warranty_reminder'),
  ),
  unclaimed: gained(
    z.strictObject({ enabled: z.boolean(), callAfter: unclaimedDay(), letterAfter: unclaimedDay() }).check(
      z.refine(({ callAfter, letterAfter }) => isLater(letterAfter, callAfter), {
        error: 'La carta va después del llamado.',
        path: ['letterAfter'],
      }),
    ),
    { ...FIRST_UNCLAIMED },
  ),
  /** The provider's price of a message, in pesos; null: unknown. */
  cost: gained(z.nullable(z.int(COST).check(z.minimum(0, COST), z.maximum(100_000, COST))), null),
  booking_confirmed: added('booking_confirmed'),
  booking_moved: added('booking_moved'),
  booking_cancelled: added('booking_cancelled'),
  language: z.enum(TEMPLATE_LANGUAGES),
  quietHours: z
    .strictObject({ enabled: z.boolean(), from: time(), to: time() })
    .check(z.refine(({ from, to }) => from !== to, { error: SAME_TIME, path: ['to'] })),
  expireHours: gained(
    z.int(EXPIRY).check(z.minimum(EXPIRE_HOURS.least, EXPIRY), z.maximum(EXPIRE_HOURS.most, EXPIRY)),
    EXPIRE_HOURS.initial,
  ),
  undoSeconds: gained(
    z.int(UNDO).check(z.minimum(UNDO_SECONDS.least, UNDO), z.maximum(UNDO_SECONDS.most, UNDO)),
    UNDO_SECONDS.initial,
  ),
});
