import type { OrderStatus } from '../status/order-status.ts';

/** Texts of the order status page. The quoted messages are the specification's. */
export const orderStatusTexts = {
  title: (number: string) => `Orden ${number}`,
  missing: 'No se encontró una orden con ese número. Por favor, verifica e intenta de nuevo.',
  missingHint: 'El número sale arriba en tu comprobante. Puedes escribirlo con o sin ceros.',
  failed: 'Ocurrió un error al consultar la orden.',
  failedHint: 'Revisa tu conexión a internet e intenta de nuevo.',
  other: 'Consultar otra orden',
  home: 'Volver al inicio',
  journey: 'En qué va tu equipo',
  stageDone: 'Listo:',
  stageCurrent: 'Ahora:',
  stageComing: 'Falta:',
  next: 'Qué sigue',
  account: {
    title: '¿Quieres ver el detalle?',
    text: 'Entra a tu cuenta o crea una para ver el diagnóstico, los montos, tus citas y tus órdenes anteriores.',
    logIn: 'Iniciar Sesión',
    register: 'Crear una cuenta',
    portal: 'Ir a Mi Panel',
  },
  help: '¿Dudas con esta orden? Llámanos al',
  stages: {
    received: 'Recibido',
    workshop: 'En el taller',
    quote: 'Presupuesto',
    repair: 'Reparación',
    ready: 'Listo',
    delivered: 'Entregado',
  },
  meaning: {
    pending: 'Recibimos tu equipo y está en la fila de revisión.',
    in_progress: 'Un técnico está trabajando en tu equipo.',
    quoted: 'Revisamos tu equipo y te enviamos el presupuesto. Esperamos tu respuesta.',
    approved: 'Aprobaste el presupuesto: tu equipo ya está en la lista de reparación.',
    rejected: 'Rechazaste el presupuesto, así que no repararemos tu equipo.',
    completed: 'Terminamos. Tu equipo está listo y te espera en el local.',
    cancelled: 'Esta orden fue cancelada.',
    delivered: 'Ya retiraste tu equipo. ¡Gracias por confiar en nosotros!',
  } satisfies Record<OrderStatus, string>,
  whatNext: {
    pending: 'Cuando un técnico lo tome, el estado cambia y te escribimos por WhatsApp.',
    in_progress:
      'Si falta un presupuesto, te lo enviamos antes de reparar. Si ya lo aprobaste, te avisamos cuando esté listo.',
    quoted:
      'Abre el enlace que te llegó por WhatsApp, o entra a tu cuenta, y dinos si lo aprobamos. Hasta entonces no tocamos nada.',
    approved: 'Te escribimos por WhatsApp apenas esté listo para retirar.',
    rejected: 'Puedes pasar a retirarlo en horario de atención. Trae tu comprobante.',
    completed: 'Pasa a retirarlo en horario de atención. Trae tu comprobante.',
    cancelled: 'Si no esperabas esto o tu equipo sigue en el local, llámanos y lo vemos juntos.',
    delivered: 'Guarda tu comprobante: ahí está tu garantía. Si algo falla, tráelo de vuelta.',
  } satisfies Record<OrderStatus, string>,
} as const;
