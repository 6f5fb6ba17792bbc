/** Texts of waits (TIME-01 to TIME-13). */

/** Verbs by reason: a part arrives, a device comes back. */
const COMES: Readonly<Record<string, readonly [present: string, past: string]>> = {
  part: ['llega cerca del', 'debía llegar el'],
  lab: ['vuelve cerca del', 'debía volver el'],
};

export const waitTexts = {
  waitsFor: (what: string) => `Espera ${what}`,
  expected: (reason: string, day: string) => `${COMES[reason]?.[0] ?? 'cerca del'} ${day}`,
  late: (reason: string, day: string) => `${COMES[reason]?.[1] ?? 'era para el'} ${day}`,
  until: (day: string) => `Para el ${day}`,
  lateSince: (day: string) => `Atrasada · ${day}`,
  partArrived: 'Llegó el repuesto',
  ended: 'Terminó la espera',
  set: 'Poner en espera…',
  change: 'Cambiar la espera…',
  title: 'Poner en espera',
  changeTitle: 'Cambiar la espera',
  endedToast: (number: string) => `Orden ${number}: terminó la espera`,
  endFailed: 'No se pudo terminar la espera.',
  undo: 'Deshacer',
  resumed: (number: string) => `Orden ${number}: sigue en espera`,
  resumeFailed: 'No se pudo deshacer.',
  filter: 'Espera',
  anyReason: 'Espera: todo',
  oneReason: 'otro motivo',
  waited: (waited: number, days: number) => `Esperó ${waited} de ${days === 1 ? '1 día' : `${days} días`}`,
} as const;

/** Texts of a wait's form and panel. */
export const waitFormTexts = {
  since: (day: string) => `desde el ${day}`,
  reason: 'Qué espera',
  noReasons: 'La tienda no tiene motivos de espera. Administración los agrega en Ajustes, en Recepción.',
  expectedOn: 'Hasta cuándo, más o menos',
  expectedHint: 'Déjalo vacío si nadie lo sabe.',
  screenOrder: 'Pedido de pantallas',
  noScreenOrder: 'Ninguno',
  screenOrderName: (model: string, number: string) => `${model} · ${number}`,
  note: 'Nota del taller',
  expectedFrom: 'Viene en el pedido',
  arrived: 'ya llegó',
  otherWait: (wait: string) =>
    `La espera cambió y ahora dice: «${wait}». Si guardas otra vez, queda lo tuyo.`,
  noWaitNow: 'La espera terminó. Si guardas otra vez, la orden queda en espera.',
  customerReads: (text: string) => `El cliente lee en el sitio: «${text}».`,
  customerReadsNothing: 'El cliente no lee nada de esta espera.',
  nothingSent: 'No se le envía ningún mensaje.',
  tell: 'Avisar al cliente por WhatsApp',
  tellPreview: (text: string) => `Recibe: «${text}»`,
  tellOff: 'El aviso de espera está apagado en Ajustes.',
  save: 'Poner en espera',
  saveChange: 'Guardar',
  saving: 'Guardando...',
  saved: (number: string) => `Orden ${number} en espera`,
  savedAndTold: (number: string) => `Orden ${number} en espera. El aviso al cliente va en camino.`,
  saveFailed: 'No se pudo poner en espera.',
} as const;
