/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  unauthorised: 'No autorizado',
  ownPassword: 'Tu contraseña, por seguridad',
  cancel: 'Cancelar',
  save: 'Guardar',
  saving: 'Guardando...',
  more: 'Ver más',
} as const;
