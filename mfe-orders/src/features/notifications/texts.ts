/** Texts of the bell and its panel. */
export const notificationTexts = {
  title: 'Notificaciones',
  /** The bell's accessible name. */
  bell: (unread: number) => {
    if (unread === 0) return 'Notificaciones';
    return unread === 1 ? 'Notificaciones, 1 sin leer' : `Notificaciones, ${unread} sin leer`;
  },
  empty: 'No hay notificaciones.',
  loading: 'Cargando...',
  failed: 'No se pudieron cargar las notificaciones.',
  late: (count: string) => (count === '1' ? '1 orden atrasada' : `${count} órdenes atrasadas`),
  atRisk: (count: string) => (count === '1' ? '1 orden en riesgo' : `${count} órdenes en riesgo`),
  arrived: 'Tienes una nueva notificación.',
  goodNews: 'Presupuesto aprobado',
  badNews: 'Requiere atención',
  fresh: 'Nueva',
  /** Meaning of the count beside each tab (ORD-83). */
  waiting: {
    orders: (count: string) => `${count} por atender`,
    appointments: (count: string) => `${count} para hoy`,
    messages: (count: string) => (count === '1' ? '1 no llegó' : `${count} no llegaron`),
    screen_orders: (count: string) => `${count} por llegar`,
    inventory: (count: string) => `${count} bajo el mínimo`,
  },
} as const;
