/** Words that several features of this remote say. */
export const commonTexts = {
  loading: 'Cargando...',
  cancel: 'Cancelar',
  save: 'Guardar',
  saving: 'Guardando...',
  more: 'Ver más',
} as const;
