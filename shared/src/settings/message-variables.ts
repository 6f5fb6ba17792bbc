/**
 * What the text of each message to customers may say of its order. The database has the same names
 * (`private.message_variables`); supabase/test/template-texts.test.ts compares both.
 */

/** The events of an order that may have a message, in workflow order. */
export const MESSAGE_EVENTS = [
  'created',
  'in_progress',
  'quoted',
  'approved',
  'rejected',
  'completed',
  'delivered',
  'cancelled',
] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];

/** Their messages are always sent: by them customers learn of a decision that somebody else made with their link. */
export const ALWAYS_SENT = ['approved', 'rejected'] as const satisfies readonly MessageEvent[];

const WHOSE = ['cliente', 'equipo'] as const;
const DECISION = ['orden', 'respuesta', 'total', ...WHOSE] as const;

/**
 * Names by event. Their order numbers the parameters of the provider's template: of those that a text uses, the first
 * is {{1}}.
 */
export const MESSAGE_VARIABLES: Readonly<Record<MessageEvent, readonly string[]>> = {
  created: ['orden', ...WHOSE],
  in_progress: ['orden', 'estado', ...WHOSE],
  quoted: ['orden', 'trabajo', 'total', 'enlace', ...WHOSE],
  approved: DECISION,
  rejected: DECISION,
  completed: ['orden', ...WHOSE],
  delivered: ['orden', 'garantia', ...WHOSE],
  cancelled: ['orden', 'motivo', ...WHOSE],
};

/** Without these a message would not tell what it is for. */
export const NEEDED_VARIABLES: Readonly<Record<MessageEvent, readonly string[]>> = {
  created: ['orden'],
  in_progress: ['orden'],
  quoted: ['orden', 'enlace'],
  approved: ['orden', 'respuesta'],
  rejected: ['orden', 'respuesta'],
  completed: ['orden'],
  delivered: ['orden'],
  cancelled: ['orden'],
};

/** A variable as it is written in a text. */
export const asVariable = (name: string) => `{{${name}}}`;

/** Variables as a sentence lists them. */
export const listVariables = (names: readonly string[]) => names.map(asVariable).join(', ');
