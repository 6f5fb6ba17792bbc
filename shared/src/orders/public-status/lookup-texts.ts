/** Texts of the order lookup. */
export const lookupTexts = {
  labels: { question: '¿Ya dejaste tu equipo? Consulta tu orden', number: 'Número de orden' },
  placeholder: 'Ej.: 000123',
  submit: 'Consultar',
} as const;
