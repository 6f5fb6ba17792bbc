import type { MessageState } from '#src/messages/message.ts';

const states: Readonly<Record<MessageState, string>> = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Recibido',
  read: 'Leído',
  failed: 'No llegó',
  off: 'Desactivado',
  expired: 'Vencido',
  discarded: 'Descartado',
};

/** Explanations of the provider's error codes for staff. Other codes show the provider's own message. */
const reasons: Readonly<Record<string, string>> = {
  taken_back: 'Lo que dice este aviso dejó de ser así antes de enviarlo.',
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

/** Texts of a message, in the list of all and on its order (MSG-03). */
export const messageEntryTexts = {
  states,
  reason: (code: string, own: string | null) =>
    reasons[code] ?? own ?? `WhatsApp respondió con el error ${code}.`,
  off: 'Aviso desactivado en Ajustes: no se envió nada.',
  expired: 'No se pudo enviar a tiempo. Envíalo si todavía sirve, o descártalo.',
  send: 'Enviar',
  sendOf: (event: string, about: string) => `Enviar: ${event}, ${about}`,
  discard: 'Descartar',
  discardOf: (event: string, about: string) => `Descartar: ${event}, ${about}`,
  discarded: 'Aviso descartado: no se enviará.',
  discardFailed: 'El aviso no se pudo descartar.',
  held: (time: string) =>
    `Se enviará a las ${time}: espera el fin de las horas de silencio, u otro equipo de la visita.`,
  sendNow: 'Enviar ahora',
  sendNowOf: (event: string, about: string) => `Enviar ahora: ${event}, ${about}`,
  answeredBy: (name: string | null) => (name ? `Respondido por ${name}` : 'Respondido'),
  nextTry: (when: string) => `Nuevo intento ${when}`,
  retry: 'Reintentar',
  retryOf: (event: string, about: string) => `Reintentar: ${event}, ${about}`,
  retried: 'Mensaje enviado.',
  retryFailed: 'El mensaje no se pudo enviar.',
  call: 'Llamar al cliente',
  callOf: (name: string) => `Llamar al cliente ${name}`,
  noPhone: 'No hay un teléfono al que llamar.',
} as const;
