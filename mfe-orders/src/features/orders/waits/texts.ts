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
  lateFirst: (wait: string) => `Atrasada · ${wait}`,
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
