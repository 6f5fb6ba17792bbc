/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  saving: 'Guardando...',
  more: 'Ver más',
} as const;
