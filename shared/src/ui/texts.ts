/** Texts of the components that the shell uses; the others' are beside them, since everybody loads the shell. */
export const uiTexts = {
  loading: 'Cargando...',
  retry: 'Reintentar',
  close: 'Cerrar',
  cancel: 'Cancelar',
  optional: '(opcional)',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  dismissToast: 'Descartar aviso',
  notifications: 'Avisos',
} as const;
