/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  cancel: 'Cancelar',
  save: 'Guardar',
  saving: 'Guardando...',
  more: 'Ver más',
} as const;
