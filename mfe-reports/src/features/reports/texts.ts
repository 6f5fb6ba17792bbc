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
  print: 'Imprimir',
  printAll: 'El informe completo muestra todas las secciones, para revisarlas o imprimirlas de una vez.',
} as const;
