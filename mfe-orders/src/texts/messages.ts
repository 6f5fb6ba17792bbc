import type { MessageFilter } from '@taller/shared/messages/message-list-query.ts';
import type { MessageState } from '@taller/shared/messages/message.ts';

const states: Readonly<Record<MessageState, string>> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No enviado',
};

const filters: Readonly<Record<MessageFilter, string>> = {
  all: 'Todos los mensajes',
  failed: 'No enviados',
  waiting: 'En cola',
  sent: 'Enviados',
  delivered: 'Entregados',
  read: 'Leídos',
};

/** What the provider's codes mean for the person at the counter. Codes without an entry show the provider's own words. */
const reasons: Readonly<Record<string, string>> = {
  unknown: 'WhatsApp no confirmó si recibió el mensaje. Llama al cliente: puede que no le haya llegado.',
  '131026': 'El número no tiene WhatsApp o no puede recibir mensajes.',
  '131030': 'WhatsApp no permite escribir a este número.',
  '190': 'La credencial de WhatsApp venció. Avisa al administrador.',
  '132000': 'La plantilla de WhatsApp pide otros datos. Avisa al administrador.',
  '132001': 'WhatsApp no conoce la plantilla. Avisa al administrador.',
  '131008': 'A WhatsApp le faltó un dato del mensaje. Avisa al administrador.',
  '131009': 'WhatsApp no aceptó un dato del mensaje.',
  '130429': 'WhatsApp recibió demasiados mensajes seguidos.',
  '131056': 'WhatsApp recibió demasiados mensajes seguidos para este número.',
  '131000': 'WhatsApp tuvo un problema.',
  '131016': 'WhatsApp no está disponible.',
};

/** Texts of the messages screen and of the messages on an order (MSG-03). */
export const messageTexts = {
  title: 'Mensajes',
  intro: 'Avisos de WhatsApp a los clientes: qué se envió, qué llegó y qué no.',
  tabs: 'Secciones de mensajes',
  log: 'Avisos',
  replies: 'Respuestas',
  templates: 'Textos',
  loading: 'Cargando...',
  loadFailed: 'No se pudieron cargar los mensajes.',
  list: 'Avisos a clientes',
  filter: 'Estado del mensaje',
  filters,
  pages: 'Páginas de mensajes',
  empty: 'Todavía no hay mensajes.',
  emptyFiltered: 'Ningún mensaje en este estado.',
  states,
  reason: (code: string, own: string | null) =>
    reasons[code] ?? own ?? `WhatsApp respondió con el error ${code}.`,
  nextTry: (when: string) => `Nuevo intento ${when}`,
  order: (number: string) => `Orden #${number}`,
  retry: 'Reintentar',
  retryOf: (event: string, number: string) => `Reintentar: ${event}, orden ${number}`,
  retried: 'Mensaje enviado.',
  retryFailed: 'El mensaje no se pudo enviar.',
  call: 'Llamar al cliente',
  callOf: (name: string) => `Llamar al cliente ${name}`,
  noPhone: 'La orden no tiene un teléfono al que llamar.',
  onOrder: 'Mensajes al cliente',
  noneOnOrder: 'No se han enviado mensajes por esta orden.',
  reply: 'Respuesta del cliente',
  noReplies: 'Ningún cliente ha respondido todavía.',
  noOrder: 'Sin orden',
  answer: 'Responder por WhatsApp',
  preview: (order: string) => `Así lo lee el cliente de la orden ${order}`,
  previewOrder: 'Vista previa con la orden N°',
  previewNewest: 'La más nueva',
  previewShow: 'Ver',
  previewNone: 'No existe una orden con ese número.',
  noOrders: 'Aún no hay órdenes con que mostrar los textos.',
  enabled: 'Enviar este mensaje',
  off: 'Apagado',
  switched: (event: string, on: boolean) => (on ? `«${event}» se enviará.` : `«${event}» ya no se enviará.`),
  switchFailed: 'No se pudo cambiar el mensaje.',
  templateName: (name: string) => `Plantilla ${name}`,
} as const;
