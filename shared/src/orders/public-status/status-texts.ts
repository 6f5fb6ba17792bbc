/** Texts of the order status page. The messages of PUB-03 are literal. */
export const orderStatusTexts = {
  title: (number: string) => `Orden ${number}`,
  missing: 'No se encontró una orden con ese número. Por favor, verifica e intenta de nuevo.',
  missingHint: 'El número sale arriba en tu comprobante. Puedes escribirlo con o sin ceros.',
  missingWhatsApp: 'Preguntar por WhatsApp',
  missingMessage: (number: string) => `Hola, no encuentro mi orden ${number}.`,
  missingHelp: '¿No encuentras tu comprobante? Llámanos al',
  failed: 'Ocurrió un error al consultar la orden.',
  failedHint: 'El servidor tuvo una falla: intenta de nuevo en unos minutos.',
  other: 'Consultar otra orden',
  home: 'Volver al inicio',
  journey: 'En qué va tu equipo',
  next: 'Qué sigue',
  account: {
    title: '¿Quieres ver el detalle?',
    text: 'Entra a tu cuenta o crea una para ver el diagnóstico, los montos, tus citas y tus órdenes anteriores.',
    logIn: 'Iniciar Sesión',
    register: 'Crear una cuenta',
    portal: 'Ir a Mi Panel',
  },
  help: '¿Dudas con esta orden? Llámanos al',
} as const;
