/** Texts of the quote decision and the thank-you pages. The messages of PUB-04 are literal. */
export const quoteTexts = {
  title: 'Tu presupuesto está listo',
  order: 'Orden',
  work: 'Trabajo a realizar',
  noWork: 'Reparación general',
  total: 'Total',
  reject: 'Rechazar',
  approve: 'Aprobar y Continuar',
  rejectTitle: '¿Rechazar el presupuesto?',
  rejectText: 'No haremos el trabajo y podrás pasar a retirar tu equipo. No se puede deshacer.',
  rejectConfirm: 'Sí, rechazar el presupuesto',
  rejectBack: 'Volver al presupuesto',
  sending: 'Enviando...',
  slow: 'Está tardando más de lo normal. No cierres esta página.',
  final: 'Tu decisión es definitiva: actualiza la orden de forma permanente y no se puede cambiar en línea.',
  question: '¿Dudas antes de decidir? Llámanos al',
  decided: 'Decisión ya Registrada',
  statusNow: 'El estado actual de la orden es:',
  follow: 'Ver el estado de la orden',
  home: 'Volver al inicio',
  noId: 'No se proporcionó un ID de orden en la URL.',
  missing: 'La orden que buscas no existe o el enlace no es válido.',
  linkHint: 'Abre el enlace tal como te llegó por WhatsApp. Si sigue sin funcionar, llámanos.',
  failed: 'Ocurrió un error al consultar la orden.',
  failedHint: 'Revisa tu conexión a internet e intenta de nuevo.',
  staff: 'Una cuenta del taller no decide por el cliente. Pídele que responda desde su teléfono.',
  decisionFailed: 'Error al procesar la decisión. Por favor, intenta de nuevo.',
} as const;

export const thanksTexts = {
  approved: {
    title: '¡Gracias! Presupuesto aprobado',
    text: 'Recibimos tu decisión y tu equipo pasa a reparación.',
    next: [
      'Un técnico hace el trabajo que aprobaste, por el valor que aprobaste.',
      'Te escribimos por WhatsApp apenas esté listo.',
      'Lo retiras en el local, probado y con su garantía por escrito.',
    ],
  },
  rejected: {
    title: 'Presupuesto rechazado',
    text: 'Recibimos tu decisión y la orden fue cancelada. No repararemos tu equipo.',
    next: [
      'Tu equipo queda guardado en el local, tal como llegó.',
      'Puedes pasar a retirarlo en horario de atención; trae tu comprobante.',
      'Si cambias de opinión, llámanos: con gusto lo volvemos a revisar.',
    ],
  },
  nextTitle: 'Qué sigue',
  home: 'Volver al inicio',
  call: (phone: string) => `Llamar al ${phone}`,
} as const;
