import type { MessageFilter } from '@taller/shared/messages/message.ts';

const filters: Readonly<Record<MessageFilter, string>> = {
  all: 'Estado: todos',
  failed: 'No llegaron',
  waiting: 'En cola',
  sent: 'Enviados',
  delivered: 'Recibidos',
  read: 'Leídos',
  off: 'Desactivados',
  expired: 'Vencidos',
  discarded: 'Descartados',
};

/** Texts of the messages screen (MSG-03). */
export const messageTexts = {
  title: 'Mensajes',
  intro: 'Avisos de WhatsApp a los clientes: qué se envió, qué llegó y qué no.',
  tabs: 'Secciones de mensajes',
  log: 'Avisos',
  replies: 'Respuestas',
  unanswered: (total: number) => `Respuestas (${total} sin responder)`,
  loading: 'Cargando...',
  loadFailed: 'No se pudieron cargar los mensajes.',
  list: 'Avisos a clientes',
  columnOrder: 'Orden y cliente',
  columnMessages: 'Avisos',
  columnReply: 'Respuesta',
  columnActions: 'Acciones',
  event: 'Tipo de aviso',
  allEvents: 'Aviso: todos',
  testOrder: 'Prueba',
  appointment: 'Cita',
  about: (number: string | null, name: string) => (number ? `orden ${number}` : `cita de ${name}`),
  failed: (total: number) => {
    if (total === 1) return '1 aviso no llegó.';
    return total > 1000 ? 'Más de 1.000 avisos no llegaron.' : `${total} avisos no llegaron.`;
  },
  failedHint: 'Llama al cliente o reintenta el envío.',
  expired: (total: number) =>
    total === 1 ? '1 aviso venció sin enviarse.' : `${total} avisos vencieron sin enviarse.`,
  expiredHint: 'Envía los que todavía sirven y descarta los otros.',
  showExpired: 'Ver los vencidos',
  showFailed: 'Ver los que no llegaron',
  filter: 'Estado del mensaje',
  filters,
  pages: 'Páginas de mensajes',
  empty: 'Todavía no hay mensajes.',
  emptyHint: 'Salen solos cuando recibes un equipo y cuando su orden avanza.',
  emptyFiltered: 'Ningún mensaje con estos filtros.',
  order: (number: string) => `Orden ${number}`,
  noReplies: 'Ningún cliente ha respondido todavía.',
  noRepliesHint: 'Lo que respondan por WhatsApp aparece aquí, con su orden.',
  noOrder: 'Sin orden',
  answer: 'Responder por WhatsApp',
  markAnswered: 'Marcar respondido',
  markUnanswered: 'Sin responder',
  noteFailed: 'No se pudo anotar quién responde.',
  settings: 'Cambiar textos y horas en Ajustes',
} as const;
