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
  arrived: 'Tienes una nueva notificación.',
  goodNews: 'Presupuesto aprobado',
  badNews: 'Requiere atención',
  fresh: 'Nueva',
} as const;
