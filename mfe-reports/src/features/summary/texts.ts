/** Texts of the counts of orders. */
export const summaryTexts = {
  title: 'Resumen de Órdenes de Servicio',
  total: 'Total de Órdenes',
  completed: 'Órdenes Completadas',
  delivered: 'Órdenes Entregadas',
  pending: 'Órdenes Pendientes',
  totalText: 'Todas las órdenes que cumplen los filtros.',
  completedText: 'Órdenes completadas más las ya entregadas.',
  deliveredText: 'Órdenes ya en manos del cliente.',
  pendingText: 'Órdenes pendientes más las que están en progreso.',
} as const;
