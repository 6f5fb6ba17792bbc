import type { Sending } from '@taller/shared/orders/photos/photo-sender.ts';
import type { MarkKind } from './marks.ts';

/** Bytes as people read them. */
const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;

/** A number of photos in words; '' for none. */
const count = (photos: number): string => (photos > 1 ? `${photos} fotos` : photos === 1 ? '1 foto' : '');

/** Texts of sending and removing photos. */
export const sendingTexts = {
  none: 'Sin fotos',
  count,
  add: (moment: string) => `Agregar fotos: ${moment}`,
  addShort: 'Agregar fotos',
  waits: 'En espera',
  waitingName: (file: string) => `Por enviar: ${file}`,
  onItsWay: (file: string) => `Enviando ${file}`,
  bytes: (sent: number, all: number) => `${kilobytes(sent)} de ${kilobytes(all)}`,
  again: (file: string) => `Enviar de nuevo: ${file}`,
  againShort: 'Enviar de nuevo',
  giveUp: (file: string) => `No enviar: ${file}`,
  giveUpShort: 'No enviar',
  remove: (name: string) => `Quitar: ${name}`,
  removeTitle: '¿Quitar esta foto?',
  removeConsequence: 'Se borra y no se puede recuperar. Queda anotado en el historial.',
  removeShort: 'Quitar',
  sendFailed: (name: string, why: string) => `${name}: ${why}`,
  tooMany: (most: number) => `Una orden lleva hasta ${most} fotos: las demás no se agregaron.`,
  held: (photos: number) =>
    photos === 0 ? 'Se envían al crear la orden.' : `${count(photos)} por enviar al crear la orden.`,
  notKept: 'No cierres ni recargues esta página: el navegador no las guarda.',
  left: (files: number) => (files === 1 ? 'Queda 1 foto por enviar.' : `Quedan ${files} fotos por enviar.`),
  draw: (moment: string) => `Marcar una foto: ${moment}`,
  drawShort: 'Marcar una foto',
  drawTitle: 'Marcar la foto',
  drawHint:
    'Arrastra sobre la foto. Con el teclado: flechas para mover la cruz (con Mayús, de a poco), Enter para empezar y para terminar.',
  markKind: 'Qué dibujar',
  marks: { arrow: 'Flecha', circle: 'Círculo' } satisfies Record<MarkKind, string>,
  canvas: (marks: number) => (marks === 1 ? 'Foto con 1 marca' : `Foto con ${marks} marcas`),
  undo: 'Deshacer',
  sendDrawn: 'Enviar foto',
  noPhoto: 'Este archivo no es una foto que se pueda leer. Elige otra.',
  sendByMessage: 'Enviar al cliente',
  messageTitle: 'Enviar fotos por WhatsApp',
  choose: 'Elige las fotos que verá el cliente',
  chooseOne: 'Elige al menos una foto.',
  link: '(enlace a las fotos)',
  preview: (text: string) => `El cliente recibe: «${text}»`,
  messageOff: 'El mensaje con fotos está apagado. Administración lo enciende en Ajustes, Mensajes.',
  sendMessage: 'Enviar mensaje',
  sendingMessage: 'Enviando…',
  messageQueued: 'El mensaje con las fotos quedó en camino. Su estado está en Mensajes de esta orden.',
  trouble: {
    cut: (left: string) =>
      `Sin conexión. ${left} El envío sigue cuando vuelva, o cuando abras una orden otra vez.`,
    server: (left: string) =>
      `El servidor no pudo recibir las fotos. ${left} Siguen en este equipo y se intenta otra vez solo.`,
  } satisfies Record<NonNullable<Sending['trouble']>, (left: string) => string>,
};
