/** Texts of the header's search button, loaded for staff only. */
export const paletteTexts = {
  open: 'Buscar órdenes, pantallas y acciones',
  search: 'Buscar…',
} as const;
