/** Texts of the labels that are printed. */
export const labelTexts = {
  title: 'Imprimir etiquetas',
  page: 'Etiquetas de esta página',
  copies: 'Copias de cada una',
  copiesWrong: (most: number) => `Escribe un número entero de 1 a ${most}.`,
  count: (count: number) => (count === 1 ? '1 etiqueta de 50 × 25 mm.' : `${count} etiquetas de 50 × 25 mm.`),
  print: 'Imprimir',
} as const;
