/** Texts of the open orders by the days without a change. */
export const workTexts = {
  idle: 'Trabajo en curso por antigüedad',
  idleText:
    'Órdenes abiertas (pendientes, en progreso, con presupuesto o aprobadas) según los días sin movimiento. Sin filtros.',
  open: 'Trabajo en curso',
  openText: 'Todas las órdenes abiertas.',
  under3: 'Menos de 3 días',
  under3Text: 'Abiertas con algún cambio en los últimos 3 días.',
  under7: '3 a 6 días',
  under7Text: 'Abiertas sin cambios desde hace 3 a 6 días.',
  under30: '7 a 29 días',
  under30Text: 'Abiertas sin cambios desde hace 7 a 29 días.',
  over30: '30 días o más',
  over30Text: 'Abiertas sin cambios desde hace 30 días o más.',
  oldest: 'Las más olvidadas',
  daysCount: (days: string) => (days === '1' ? '1 día' : `${days} días`),
  empty: 'No hay órdenes abiertas.',
  emptyHint: 'Las que esperan aparecen aquí, la más olvidada primero.',
} as const;

/** Texts of the figures by technician. */
export const technicianTexts = {
  title: 'Técnicos',
  name: 'Técnico',
  completed: 'Completadas',
  completedText: 'órdenes suyas, completadas o entregadas, que cumplen los filtros.',
  median: 'Mediana (días)',
  medianText: 'la mitad de esas órdenes tardó menos, de la creación a completarse.',
  comeBacks: 'Regresos',
  comeBacksText: 'órdenes suyas cuyo equipo volvió, del mismo cliente, dentro de la garantía.',
  of: (figure: string, name: string) => `${figure} de ${name}`,
  none: {
    title: 'Todavía no hay órdenes completadas de un técnico.',
    hint: 'Una orden cuenta aquí cuando tiene técnico y se completa.',
  },
  noneFiltered: {
    title: 'Ningún técnico completó órdenes con estos filtros.',
    hint: 'Prueba con otras fechas, otro técnico u otro tipo de equipo, o usa «Quitar filtros».',
  },
} as const;

/** Texts of the figures on quotes. */
export const quoteTexts = {
  title: 'Presupuestos',
  text: 'De las órdenes que cumplen los filtros.',
  rate: 'Tasa de aprobación',
  rateText: 'Aprobados de los presupuestos que el cliente decidió.',
  time: 'Tiempo hasta decidir',
  timeText: 'Mediana entre el envío y la decisión del cliente.',
  approved: 'Aprobados',
  approvedText: 'Órdenes cuyo presupuesto aprobó el cliente.',
  rejected: 'Rechazados',
  rejectedText: 'Órdenes cuyo presupuesto rechazó el cliente.',
  waiting: 'Esperando respuesta',
  waitingText: 'Órdenes con un presupuesto enviado y sin decisión.',
} as const;

/** Texts of what orders waited for. */
export const waitFiguresTexts = {
  title: 'Esperas',
  text: 'Órdenes que cumplen los filtros y se terminaron entre esas fechas: cuánto de su tiempo estuvieron en espera.',
  summary: (waited: string, done: string, waitedDays: string, days: string) =>
    `${waited} de ${done} órdenes terminadas esperaron algo: en promedio ${waitedDays} de sus ${days} días.`,
  none: 'Ninguna orden terminada esperó.',
  reason: 'Motivo',
  orders: 'Órdenes',
  days: 'Días (promedio)',
  late: 'Después de lo esperado',
} as const;

/** Texts of devices that were handed over without a repair. */
export const unrepairedTexts = {
  title: 'Entregadas sin reparar',
  text: 'Órdenes cuyo equipo se entregó sin reparar, por rechazo, cancelación u otro motivo.',
  reason: 'Motivo',
  orders: 'Órdenes',
} as const;
