/** Texts of the order beside the list (ORD-85). */
export const peekTexts = {
  label: 'Orden al lado de la lista',
  open: 'Abrir completa',
  close: 'Cerrar (Esc)',
  gone: 'Esta orden fue eliminada',
  goneText: 'Elige otra en la lista.',
  shortcuts: 'Espacio mirar · F6 ir a lo mirado',
} as const;
