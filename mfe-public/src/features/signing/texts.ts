/** Texts of the page on which customers sign on their phone (REC-73). */
export const signingTexts = {
  title: { reception: 'Firma la recepción', delivery: 'Firma la entrega' },
  loading: 'Cargando…',
  readFailed: 'No pudimos cargar lo que se firma.',
  failed: 'Tu firma no se pudo guardar. Inténtalo de nuevo.',
  doneTitle: 'Listo, quedó firmado',
  done: 'Tu firma quedó guardada. Ya puedes cerrar esta página.',
  closedTitle: {
    used: 'Este enlace ya se usó',
    signed: 'Ya está firmado',
    expired: 'Este enlace venció',
    unknown: 'Este enlace no sirve',
  },
  closed: {
    used: 'La firma quedó guardada.',
    signed: 'No queda nada por firmar.',
    expired: 'Sirve por 30 minutos. Pide otro en el mesón.',
    unknown: 'Pide otro en el mesón.',
  },
  question: '¿Dudas?',
};
