/** Texts of figures that are compared, and of their lines. */
export const figureTexts = {
  noneBefore: 'Sin datos antes',
  before: (figure: string) => `antes ${figure}`,
  perStep: (days: number) => (days === 1 ? 'por día' : days === 7 ? 'por semana' : `cada ${days} días`),
  line: (name: string, step: string, low: string, high: string, last: string) =>
    `${name} ${step}: mínimo ${low}, máximo ${high}, último ${last}.`,
} as const;
