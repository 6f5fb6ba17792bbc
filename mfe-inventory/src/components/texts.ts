/** Words that several features of this remote say. */
export const commonTexts = {
  more: 'Ver más',
  loadingMore: 'Cargando...',
  cancel: 'Cancelar',
} as const;
