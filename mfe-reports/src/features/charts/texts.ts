/** Texts of the charts and their tables. */
export const chartTexts = {
  frequency: 'Frecuencia de Tipos de Servicio',
  frequencyText: 'Órdenes que cumplen los filtros, por tipo de equipo. Una barra abre sus órdenes.',
  oldOther: '«Otros (antes)» son de un sistema anterior; los de ahora se guardan como «Otros».',
  typeText: 'Órdenes de este tipo de equipo que cumplen los filtros.',
  resolution: 'Tiempo Promedio de Resolución (días)',
  resolutionText:
    'Promedio entre creación y última actualización de todas las órdenes en estado completada. Sin filtros; una edición posterior lo alarga. Los tipos van del más lento al más rápido: cada punto es el promedio de uno, y la línea solo los compara. Una barra abre sus órdenes.',
  resolvedText:
    'Órdenes en estado completada de este tipo, con los días entre su creación y su última actualización.',
  trueTime: 'Tiempo real hasta completar (días)',
  trueTimeText:
    'De la creación al momento en que se marcó como completada, sin filtros. La mitad tarda menos que la mediana; 9 de 10, menos que el percentil 90.',
  measuredText: 'Órdenes de este tipo con los días entre su creación y el momento en que se completaron.',
  type: 'Tipo',
  count: 'Órdenes',
  completedOnes: 'Órdenes completadas',
  percentage: 'Porcentaje',
  meanDays: 'Días (promedio)',
  medianDays: 'Mediana',
  p90Days: 'Percentil 90',
  measured: 'Órdenes medidas',
  noOrders: {
    title: 'Todavía no hay órdenes.',
    hint: 'Desde la primera verás aquí qué tipos de equipo llegan más.',
  },
  noneFiltered: {
    title: 'No hay órdenes con estos filtros.',
    hint: 'Prueba con otras fechas, otro técnico u otro tipo de equipo, o usa «Quitar filtros».',
  },
  noneCompleted: {
    title: 'No hay órdenes en estado completada.',
    hint: 'Una orden cuenta aquí desde que se completa hasta que se entrega.',
  },
  table: 'Ver como tabla',
  of: (figure: string, type: string) => `${figure}: ${type}`,
  noneMeasured: {
    title: 'Todavía no hay tiempos medidos.',
    hint: 'Se miden desde que una orden se marca como completada.',
  },
} as const;
