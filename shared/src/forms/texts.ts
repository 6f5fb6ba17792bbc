/** Texts of the form component, in Chilean Spanish. */
export const formTexts = {
  cancel: 'Cancelar',
  restored: 'Recuperamos lo que habías escrito.',
  leaveTitle: '¿Salir sin guardar?',
  leaveText: 'Se perderá lo que escribiste.',
  leaveConfirm: 'Salir sin guardar',
  leaveCancel: 'Seguir editando',
} as const;
