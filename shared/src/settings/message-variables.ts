/**
 * The messages to customers: what each may say of its order or appointment, and the template that a new shop has for
 * it. The database has the same names (`private.message_variables`), which supabase/test/template-texts.test.ts
 * compares.
 */

/**
 * Words that are the same in each message: the shop's name, and the address of its site. The provider's template has
 * them in its text, so they are no parameters.
 */
export const SHOP_WORDS = ['tienda', 'sitio'] as const;
export type ShopWords = Readonly<Record<(typeof SHOP_WORDS)[number], string>>;

interface MessageDefinition {
  /**
   * Names that its text may use. Their order numbers the parameters of the provider's template: of those that a text
   * uses, the first is {{1}}.
   */
  readonly variables: readonly string[];
  /** Variables that the text must have to serve its purpose. */
  readonly needed: readonly string[];
  /** It cannot be switched off, since it tells customers of a decision that somebody else made with their link. */
  readonly isAlwaysSent: boolean;
  readonly template: string;
  readonly text: string;
}

const WHOSE = ['cliente', 'equipo'];
/** The link that refuses more of a reminder. The last, so that a registered template keeps its numbers. */
const REFUSAL = 'baja';
const DECISION = {
  variables: ['orden', 'respuesta', 'total', ...WHOSE],
  needed: ['orden', 'respuesta'],
  isAlwaysSent: true,
  template: 'quote_decision',
  text: '{{tienda}} registró tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida; nuestro teléfono está en {{sitio}} también.',
} as const;

/** The messages by the event that sends them, in workflow order. */
export const ORDER_MESSAGES = {
  created: {
    variables: ['orden', 'compromiso', ...WHOSE],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'new_order',
    text: 'Recibimos tu equipo en {{tienda}}. Tu número de orden es {{orden}}: con él ves en {{sitio}} en qué va. Te avisaremos por aquí de cada avance.',
  },
  in_progress: {
    variables: ['orden', 'estado', ...WHOSE],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'status_update',
    text: 'Tu orden {{orden}} en {{tienda}} cambió de estado: {{estado}}. Mira en qué va en {{sitio}} con tu número de orden.',
  },
  quoted: {
    variables: ['orden', 'trabajo', 'total', 'enlace', ...WHOSE],
    needed: ['orden', 'enlace'],
    isAlwaysSent: false,
    template: 'order_quoted',
    text: 'El presupuesto de tu orden {{orden}} en {{tienda}} está listo. Trabajo: {{trabajo}}. Total: {{total}}. Apruébalo o recházalo en {{enlace}} – sin tu respuesta no reparamos nada.',
  },
  approved: DECISION,
  rejected: DECISION,
  on_hold: {
    variables: ['orden', 'espera', ...WHOSE],
    needed: ['orden', 'espera'],
    isAlwaysSent: false,
    template: 'order_on_hold',
    text: 'Novedades de tu orden {{orden}} en {{tienda}}: {{espera}}. Mira en qué va en {{sitio}} con tu número de orden.',
  },
  promise_changed: {
    variables: ['orden', 'compromiso', ...WHOSE],
    needed: ['orden', 'compromiso'],
    isAlwaysSent: false,
    template: 'order_promise_changed',
    text: 'La fecha de tu orden {{orden}} en {{tienda}} cambió. {{compromiso}}. Mira en qué va en {{sitio}} con tu número de orden.',
  },
  photos_sent: {
    variables: ['orden', 'enlace', ...WHOSE],
    needed: ['orden', 'enlace'],
    isAlwaysSent: false,
    template: 'order_photos',
    text: 'Te enviamos fotos de tu orden {{orden}} en {{tienda}}. Míralas en {{enlace}} – el enlace sirve por 7 días.',
  },
  completed: {
    variables: ['orden', ...WHOSE],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'order_completed',
    text: '¡Buenas noticias! La reparación de tu orden {{orden}} está terminada. Ya puedes retirar tu equipo en {{tienda}}. Nuestra dirección y horario están en {{sitio}} – ¡te esperamos!',
  },
  delivered: {
    variables: ['orden', 'garantia', ...WHOSE],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'order_delivered_v2',
    text: 'Entregamos el equipo de tu orden {{orden}}. {{garantia}}. Tu orden sigue en {{sitio}} por si la necesitas. ¡Gracias por confiar en {{tienda}}!',
  },
  cancelled: {
    variables: ['orden', 'motivo', ...WHOSE],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'order_cancelled',
    text: 'Tu orden {{orden}} en {{tienda}} fue cancelada. Motivo: {{motivo}}. Si tienes dudas, llámanos: nuestro teléfono está en {{sitio}} y en tu comprobante.',
  },
  quote_reminder: {
    variables: ['orden', 'enlace', 'total', ...WHOSE, REFUSAL],
    needed: ['orden', 'enlace'],
    isAlwaysSent: false,
    template: 'quote_reminder',
    text: 'Seguimos esperando tu respuesta por tu orden {{orden}} en {{tienda}}. Mírala y respóndenos en {{enlace}} – sin ella no podemos seguir con tu equipo. Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.',
  },
  pickup_reminder: {
    variables: ['orden', ...WHOSE, REFUSAL],
    needed: ['orden'],
    isAlwaysSent: false,
    template: 'pickup_reminder',
    text: 'Tu equipo de la orden {{orden}} sigue en {{tienda}}, listo para que lo retires. Nuestra dirección y horario están en {{sitio}} – ¡te esperamos! Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.',
  },
  warranty_reminder: {
    variables: ['orden', 'vence', ...WHOSE, REFUSAL],
    needed: ['orden', 'vence'],
    isAlwaysSent: false,
    template: 'warranty_reminder',
    text: 'La garantía de tu orden {{orden}} en {{tienda}} termina el {{vence}}. Si algo no anda bien, tráenos el equipo antes. Nuestra dirección y horario están en {{sitio}} también. Si no quieres más recordatorios, dilo en {{baja}} cuando quieras.',
  },
  // These are about appointments booked on the site, not about orders.
  booking_confirmed: {
    variables: ['cita', 'enlace', ...WHOSE],
    needed: ['cita', 'enlace'],
    isAlwaysSent: false,
    template: 'booking_confirmed',
    text: 'Reservaste en {{tienda}} para el {{cita}}. Cambia la hora o cancela en {{enlace}} – la dirección y el teléfono están en {{sitio}} para lo que necesites.',
  },
  booking_moved: {
    variables: ['cita', ...WHOSE],
    needed: ['cita'],
    isAlwaysSent: false,
    template: 'booking_moved',
    text: 'Tu cita en {{tienda}} cambió: ahora es el {{cita}}. Si no puedes venir, usa el enlace que te enviamos al reservar, o llámanos: el teléfono está en {{sitio}} para eso.',
  },
  booking_cancelled: {
    variables: ['cita', ...WHOSE],
    needed: ['cita'],
    isAlwaysSent: false,
    template: 'booking_cancelled',
    text: 'Tu cita del {{cita}} en {{tienda}} quedó cancelada. Puedes reservar otra hora en {{sitio}} cuando quieras.',
  },
} as const satisfies Readonly<Record<string, MessageDefinition>>;

/** Events that a schedule reminds customers of (TIME-40), instead of a change of their order. */
export const REMINDERS = ['quote_reminder', 'pickup_reminder', 'warranty_reminder'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** The days of a new shop, from the reason of a reminder on; `before` counts back from the end of the warranty. */
const REMINDER_DAYS = {
  quote_reminder: { first: 2, second: 5 },
  pickup_reminder: { first: 7, second: 15, third: 30 },
  warranty_reminder: { before: 7 },
} as const satisfies Readonly<Record<Reminder, object>>;

/** The message of a reminder as a shop has it that has not registered its template yet: off. */
export const firstReminder = <Event extends Reminder>(event: Event) => ({
  enabled: false,
  template: ORDER_MESSAGES[event].template,
  text: ORDER_MESSAGES[event].text,
  ...REMINDER_DAYS[event],
});

export type MessageEvent = keyof typeof ORDER_MESSAGES;
export const MESSAGE_EVENTS = Object.keys(ORDER_MESSAGES) as MessageEvent[];

/** A value for each event. */
export const byEvent = <T>(valueOf: (event: MessageEvent) => T): Record<MessageEvent, T> =>
  Object.fromEntries(MESSAGE_EVENTS.map((event) => [event, valueOf(event)])) as Record<MessageEvent, T>;

/** A variable as it is written in a text. */
export const asVariable = (name: string) => `{{${name}}}`;

/** Variables as a sentence lists them. */
export const listVariables = (names: readonly string[]) => names.map(asVariable).join(', ');

/** A text as the provider has it: {{1}}, {{2}} … instead of variables, and the shop's words. */
export function numberedText(event: MessageEvent, words: ShopWords): string {
  const { text, variables } = ORDER_MESSAGES[event];
  const used = variables.map(asVariable).filter((variable) => text.includes(variable));
  const numbered = used.reduce<string>(
    (numberedSoFar, name, at) => numberedSoFar.replaceAll(name, asVariable(String(at + 1))),
    text,
  );
  return SHOP_WORDS.reduce((filled, name) => filled.replaceAll(asVariable(name), words[name]), numbered);
}
