/** Texts of the page with the photos of a message's link (REC-57). */
export const sentPhotosTexts = {
  title: 'Fotos de tu equipo',
  order: (number: string) => `Orden ${number}`,
  until: (moment: string) => `Este enlace sirve hasta el ${moment}.`,
  loading: 'Cargando…',
  readFailed: 'No pudimos cargar las fotos.',
  photoFailed: 'Esta foto no se pudo cargar.',
  closedTitle: {
    expired: 'Este enlace venció',
    gone: 'Estas fotos ya no están',
    unknown: 'Este enlace no sirve',
  },
  closed: {
    expired: 'Los enlaces a fotos sirven por 7 días. Pide otro en la tienda.',
    gone: 'La tienda las quitó, o ya se borraron junto con los datos de la orden.',
    unknown: 'Revisa que esté completo, tal como llegó en el mensaje, o pide otro en la tienda.',
  },
  question: '¿Dudas?',
};
