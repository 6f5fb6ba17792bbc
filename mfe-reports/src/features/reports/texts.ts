/** Texts of 'Informes' around its parts. */
export const reportTexts = {
  title: 'Reportes de Órdenes de Servicio',
  loadError: 'No se pudieron cargar los reportes.',
} as const;
