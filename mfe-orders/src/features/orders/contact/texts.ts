/** Texts of the contact that an order is for (CARD-04). */
export const contactTexts = {
  text: 'A quién del cliente se pregunta por esta orden. Los mensajes siguen yendo al teléfono de la orden.',
  choose: 'Elegir contacto',
  change: 'Cambiar contacto',
  /** Its field in a new order. */
  brings: 'Quién lo trae',
  none: 'Sin contacto',
  empty: 'La ficha de este cliente no tiene contactos. Agrégalos en la ficha y vuelve a elegir.',
  card: 'Ver la ficha',
  save: 'Guardar',
  saved: 'Contacto guardado',
  failed: 'No se pudo guardar el contacto.',
} as const;
