/** Texts of the filters of the reports. */
export const filterTexts = {
  from: 'Desde',
  to: 'Hasta',
  technician: 'Técnico',
  allTechnicians: 'Todos los técnicos',
  type: 'Tipo de equipo',
  allTypes: 'Todos los equipos',
  show: 'Ver informe',
  oneTechnician: 'una persona',
  periods: 'Períodos',
  bothDates: 'El filtro de fechas se aplica cuando están las dos.',
  reversed: 'La fecha inicial es posterior a la final.',
  lastDays: (days: number) => `Últimos ${days} días`,
  lastMonth: 'Mes pasado',
  thisYear: 'Este año',
} as const;
