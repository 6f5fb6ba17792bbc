/** Texts of the order beside the list (ORD-85). */
export const peekTexts = {
  label: 'Orden al lado de la lista',
  open: 'Abrir completa',
  close: 'Cerrar (Esc)',
  shortcuts: 'Espacio mirar · F6 ir a lo mirado',
} as const;
