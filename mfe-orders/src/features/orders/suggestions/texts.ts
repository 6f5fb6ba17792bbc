/** Texts of what the shop suggests in the forms of an order. */
export const suggestionTexts = {
  open: 'Textos',
  openHint: 'Insertar un texto del taller. Con el teclado: escribe /',
  list: 'Textos del taller',
  found: (count: number) =>
    count === 1 ? '1 texto. Enter lo inserta.' : `${count} textos. Elige con las flechas y Enter.`,
  suggestions: 'Sugerencias',
  faults: 'Fallas frecuentes',
  accessories: 'Accesorios que deja',
  usualWork: 'Trabajos habituales, con su precio',
} as const;
