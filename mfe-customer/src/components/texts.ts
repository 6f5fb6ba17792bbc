/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  unauthorised: 'No autorizado',
  cancel: 'Cancelar',
  save: 'Guardar',
  saving: 'Guardando...',
  more: 'Ver más',
} as const;
