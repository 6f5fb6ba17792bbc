/** Texts of the charts and their tables. */
export const chartTexts = {
  frequency: 'Frecuencia de Tipos de Servicio',
  frequencyText: 'Órdenes que cumplen los filtros, por tipo de equipo. Una barra abre sus órdenes.',
  oldOther: '«Otro» son órdenes antiguas; las de ahora se guardan como «Otros».',
  typeText: 'Órdenes de este tipo de equipo que cumplen los filtros.',
  resolution: 'Tiempo Promedio de Resolución (días)',
  resolutionText:
    'Promedio entre creación y última actualización de todas las órdenes en estado completada. Sin filtros; una edición posterior lo alarga.',
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
  empty: 'No hay datos con estos filtros.',
  table: 'Ver como tabla',
  of: (figure: string, type: string) => `${figure}: ${type}`,
  noData: 'Aún no hay datos.',
} as const;
