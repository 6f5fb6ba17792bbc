/** Words that several features of this remote say. */
export const commonTexts = {
  more: 'Ver más',
  loadingMore: 'Cargando...',
  cancel: 'Cancelar',
} as const;

/** Texts of a form that is opened above its list. */
export const panelTexts = { close: 'Cerrar el formulario' } as const;
