/** Texts of 'Informes' around its parts. */
export const reportTexts = {
  title: 'Reportes de Órdenes de Servicio',
  loadError: 'No se pudo cargar el informe.',
  sections: 'Secciones del informe',
  orders: 'Órdenes',
  income: 'Ingresos',
  times: 'Tiempos',
  quotes: 'Presupuestos',
  technicians: 'Técnicos',
  all: 'Informe completo',
  /** The content of each section of the full report. */
  inside: {
    ordenes: 'Resumen y tipos de equipo',
    ingresos: 'Total ganado, ticket promedio y meses',
    tiempos: 'Resolución, esperas y trabajo en curso',
    presupuestos: 'Aprobados, rechazados y sin respuesta',
    tecnicos: 'Órdenes terminadas de cada técnico',
  } as Readonly<Record<string, string>>,
  print: 'Imprimir',
  printAll: 'El informe completo muestra todas las secciones, para revisarlas o imprimirlas de una vez.',
} as const;
