/** Texts of {@link Dialog}. */
export const dialogTexts = {
  loseTitle: '¿Cerrar sin guardar?',
  loseText: 'Se perderá lo que escribiste.',
  loseConfirm: 'Cerrar sin guardar',
  loseCancel: 'Seguir editando',
} as const;
