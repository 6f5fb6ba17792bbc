import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import {
  listVariables,
  MESSAGE_EVENTS,
  ORDER_MESSAGES,
  SHOP_WORDS,
  type MessageEvent,
  type Reminder,
} from '@taller/shared/settings/message-variables.ts';
import { TEMPLATE_LANGUAGES } from '@taller/shared/settings/messages-schema.ts';
import type { FieldGroup, FieldSpec, SectionSpec } from './field-specs.ts';
import { ReminderRehearsal } from './rehearsals.tsx';

const LANGUAGES: Readonly<Record<(typeof TEMPLATE_LANGUAGES)[number], string>> = {
  es_CL: 'Español (Chile)',
  es: 'Español',
  es_AR: 'Español (Argentina)',
  es_ES: 'Español (España)',
  es_MX: 'Español (México)',
};

const ALWAYS =
  'Se envía siempre, también de noche: es como el cliente se entera si otra persona decidió con su enlace.';

const after = (event: Reminder, name: string, label: string, optional?: true): FieldSpec => ({
  kind: 'days',
  name: `${event}.${name}`,
  label,
  width: 'third',
  ...(optional && { optional }),
});

/** The fields for the time of each reminder (TIME-40). */
const REMINDER_FIELDS: Readonly<Record<Reminder, { hint: string; fields: readonly FieldSpec[] }>> = {
  quote_reminder: {
    hint: 'Cuando un presupuesto, o una espera por «Respuesta del cliente», lleva estos días sin respuesta.',
    fields: [
      after('quote_reminder', 'first', 'Primero, tras'),
      after('quote_reminder', 'second', 'Segundo, tras', true),
    ],
  },
  pickup_reminder: {
    hint: 'Cuando un equipo listo, o con el presupuesto rechazado, lleva estos días sin que lo retiren.',
    fields: [
      after('pickup_reminder', 'first', 'Primero, tras'),
      after('pickup_reminder', 'second', 'Segundo, tras', true),
      after('pickup_reminder', 'third', 'Tercero, tras', true),
    ],
  },
  warranty_reminder: {
    hint: 'Una vez por orden, antes de que termine su garantía.',
    fields: [after('warranty_reminder', 'before', 'Faltando')],
  },
};

const isReminder = (event: MessageEvent): event is Reminder => event in REMINDER_FIELDS;

/** The fields of one event's message. */
function eventGroup(event: MessageEvent): FieldGroup {
  const title = messageTitle(event);
  const isSwitched = !ORDER_MESSAGES[event].isAlwaysSent;
  const enabled: FieldSpec = { kind: 'flag', name: `${event}.enabled`, label: 'Enviar este aviso' };
  return {
    title,
    folded: true,
    ...(!isSwitched && { hint: ALWAYS }),
    ...(isReminder(event) && { hint: REMINDER_FIELDS[event].hint }),
    fields: [
      ...(isSwitched ? [enabled] : []),
      ...(isReminder(event) ? REMINDER_FIELDS[event].fields : []),
      { kind: 'line', name: `${event}.template`, label: 'Plantilla en Meta', width: 'full' },
      {
        kind: 'area',
        name: `${event}.text`,
        label: 'Texto',
        hint: `Puedes usar: ${listVariables([...ORDER_MESSAGES[event].variables, ...SHOP_WORDS])}`,
      },
    ],
  };
}

export const MESSAGES: SectionSpec = {
  title: 'Mensajes',
  intro:
    'Los avisos por WhatsApp a los clientes. Llega el texto que Meta aprobó para cada plantilla: si cambias uno aquí, cámbialo también en Meta, con {{1}}, {{2}}… como los muestra la vista previa.',
  groups: [
    {
      title: 'Horas de silencio',
      hint: 'Lo que pase en estas horas (de Santiago) se avisa cuando terminan. Pueden pasar la medianoche.',
      fields: [
        { kind: 'flag', name: 'quietHours.enabled', label: 'No enviar avisos en estas horas' },
        { kind: 'time', name: 'quietHours.from', label: 'Silencio desde' },
        { kind: 'time', name: 'quietHours.to', label: 'Silencio hasta' },
      ],
    },
    {
      title: 'Deshacer un cambio de estado',
      hint: 'Mientras dura, el aviso espera y quien cambió el estado puede deshacerlo. Con 0 sale de inmediato.',
      fields: [
        {
          kind: 'count',
          suffix: 'segundos',
          name: 'undoSeconds',
          label: 'Tiempo para deshacer un cambio de estado',
        },
      ],
    },
    {
      title: 'Avisos atrasados',
      hint: 'Lo que no se pudo enviar a tiempo, por ejemplo sin conexión con WhatsApp, no sale solo: queda en Mensajes para enviarlo o descartarlo.',
      fields: [{ kind: 'count', suffix: 'horas', name: 'expireHours', label: 'Un aviso vence después de' }],
    },
    {
      title: 'Idioma',
      fields: [
        {
          kind: 'choice',
          name: 'language',
          label: 'Idioma de las plantillas en Meta',
          width: 'figure',
          options: TEMPLATE_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] })),
        },
      ],
    },
    ...MESSAGE_EVENTS.map(eventGroup),
    {
      title: 'Costo',
      fields: [
        {
          kind: 'price',
          name: 'cost',
          label: 'Costo por mensaje',
          hint: 'Lo que cobra Meta por cada aviso. Con él se muestra cuánto cuestan los recordatorios.',
          optional: true,
        },
      ],
    },
    {
      title: 'Equipos que nadie retira',
      hint: 'Después de los recordatorios quedan en la lista «Por llamar», y más tarde con una carta para imprimir.',
      fields: [
        { kind: 'flag', name: 'unclaimed.enabled', label: 'Llevar la lista «Por llamar»' },
        { kind: 'days', name: 'unclaimed.callAfter', label: 'Llamar tras' },
        { kind: 'days', name: 'unclaimed.letterAfter', label: 'Carta tras' },
      ],
      Rehearsal: ReminderRehearsal,
    },
  ],
};
