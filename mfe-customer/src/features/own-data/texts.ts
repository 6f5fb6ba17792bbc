/** Texts of a customer's own data: export and erasure request. */
export const ownDataTexts = {
  title: 'Tus datos personales',
  intro:
    'Puedes llevarte una copia de todo lo que tenemos de ti o pedir que lo eliminemos (la ley lo llama «supresión»).',
  policy: 'Cómo tratamos tus datos',
  download: 'Descargar mis datos',
  downloading: 'Preparando...',
  downloadFailed: 'No pudimos preparar tus datos. Intenta de nuevo.',
  downloaded: 'Descargamos tus datos.',
  fileName: (day: string) => `mis-datos-${day}.json`,
  ask: 'Eliminar mis datos',
  askTitle: '¿Pedir que eliminemos tus datos?',
  askText:
    'Respondemos dentro de 30 días. Eliminamos tu cuenta y quitamos tu nombre, RUT, teléfono, dirección y mensajes de tus órdenes; los montos y las fechas quedan, sin decir de quién son. Si tienes un equipo en el taller, primero debes retirarlo. Puedes retirar la solicitud mientras no la hayamos respondido.',
  asked: 'Recibimos tu solicitud.',
  askFailed: 'No pudimos registrar tu solicitud. Intenta de nuevo.',
  withdraw: 'Retirar solicitud',
  withdrawTitle: '¿Retirar la solicitud de eliminar tus datos?',
  withdrawText: 'Tus datos y tu cuenta quedan como están. Puedes volver a pedirlo.',
  withdrawn: 'Retiraste tu solicitud.',
  open: (asked: string, due: string) =>
    `Pediste eliminar tus datos (supresión) el ${asked}. Te respondemos a más tardar el ${due}.`,
  extended: (reason: string) => `Prorrogamos el plazo una vez: ${reason}`,
  refused: (on: string, reason: string) =>
    `El ${on} rechazamos tu solicitud de eliminar tus datos: ${reason}`,
  loadFailed: 'No pudimos revisar tus solicitudes.',
} as const;
