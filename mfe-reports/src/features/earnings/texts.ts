/** Texts of 'Total Ganado' and its PIN. */
export const earningsTexts = {
  title: 'Total Ganado',
  explanation:
    'Suma de los montos de las órdenes completadas y entregadas que cumplen los filtros, por el día en que se ingresaron. «Ingresos», arriba, cuenta por día de entrega.',
  pinLabel: 'PIN',
  pinPlaceholder: 'PIN',
  show: 'Ver ganancias',
  hide: 'Ocultar Precio',
  orders: 'Ver órdenes',
  wrong: 'PIN incorrecto',
  locked: (time: string) => `Demasiados intentos. Espera ${time} para volver a probar.`,
  failed: 'No se pudo consultar. Intenta de nuevo.',
  saveFailed:
    'No llegó respuesta del servidor. Guarda de nuevo: si el PIN ya se cambió, no cuenta como intento.',
  unset: 'Aún no hay un PIN. Crea uno de 4 dígitos para proteger las ganancias.',
  create: 'Crear PIN',
  change: 'Cambiar PIN',
  currentPin: 'PIN actual',
  newPin: 'PIN nuevo',
  repeatPin: 'Repite el PIN nuevo',
  fourDigits: 'El PIN tiene 4 dígitos.',
  mismatch: 'Los PIN no coinciden.',
  saved: 'PIN guardado.',
  save: 'Guardar',
  period: 'Ticket y órdenes del período',
  periodText: (days: string) =>
    `Órdenes completadas y entregadas por día de entrega (o, si falta, de término): ${days}.`,
  ticket: 'Ticket promedio',
  ticketText: 'Monto promedio de las órdenes terminadas en el período de arriba.',
  finished: 'Órdenes terminadas',
  finishedText:
    'Órdenes completadas y entregadas en el período de arriba, por día de entrega (o, si falta, de término).',
  months: 'Ganancias por mes',
  monthsExplanation: (hasBefore: boolean) =>
    `Montos de las órdenes completadas y entregadas por mes de entrega (o, si falta, de término)${hasBefore ? ', junto al mismo mes del año anterior' : ''}. El mes en curso llega hasta hoy. El filtro de fechas no cuenta aquí.${hasBefore ? '' : ' Todavía no hay datos de hace un año.'}`,
  month: 'Mes',
  amount: 'Ganado',
  previous: 'Un año antes',
  variation: 'Variación',
  of: (month: string) => `Ganado en ${month}`,
  ofText: 'Órdenes completadas y entregadas de ese mes.',
} as const;
