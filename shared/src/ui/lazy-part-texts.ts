/** Texts of {@link lazyPart}. */
export const lazyPartTexts = {
  failed: 'No pudimos mostrar esta parte.',
  hint: 'Revisa tu conexión e intenta de nuevo. Lo demás sigue funcionando.',
} as const;
