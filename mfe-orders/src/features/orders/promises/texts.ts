/** Texts of promised dates (TIME-20 to TIME-29). */
export const promiseTexts = {
  set: 'Comprometer una fecha…',
  change: 'Cambiar la fecha comprometida…',
  changeShort: 'Cambiar…',
  title: 'Comprometer una fecha',
  changeTitle: 'Cambiar la fecha comprometida',
  field: 'Comprometida para',
  fieldHint: 'Vacío: sin fecha.',
  reason: 'Por qué cambia',
  reasonRequired: 'Escribe por qué cambia la fecha comprometida.',
  past: 'Esa fecha ya pasó.',
  closed: 'A esa hora la tienda está cerrada.',
  anyway: 'Sí, comprometer esa fecha',
  anywayRequired: 'Confirma la fecha o elige otra.',
  otherPromise: (promise: string) =>
    `Otra persona cambió la fecha: ahora es ${promise}. Si guardas otra vez, queda la tuya.`,
  noPromiseNow: 'Otra persona quitó la fecha. Si guardas otra vez, queda la tuya.',
  tell: 'Avisar al cliente por WhatsApp',
  tellPreview: (text: string) => `Recibe: «${text}»`,
  tellOff: 'El aviso de la fecha comprometida está apagado en Ajustes.',
  nothingSent: 'No se le envía ningún mensaje.',
  clockStands: (what: string) => `El plazo está detenido: ${what}. La fecha comprometida sigue en pie.`,
  save: 'Comprometer',
  saveChange: 'Guardar',
  saving: 'Guardando...',
  saved: (number: string) => `Orden ${number}: fecha comprometida guardada`,
  savedAndTold: (number: string) => `Orden ${number}: fecha guardada. El aviso al cliente va en camino.`,
  saveFailed: 'No se pudo guardar la fecha comprometida.',
  suggested: (promise: string) => `Sugerida: ${promise}`,
  use: 'Usar',
  taken: 'Es la fecha sugerida',
  similar: (count: number, circle: 'brand' | 'kind' | 'type' | 'all') =>
    circle === 'all' || circle === 'type'
      ? `según ${count} reparaciones ${circle === 'all' ? 'de la tienda' : 'de este tipo de equipo'}`
      : `según ${count} reparaciones parecidas`,
} as const;
