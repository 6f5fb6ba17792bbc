import { PUBLIC_STATUS_LABELS, type OrderStatus } from './order-status.ts';

interface CustomerTexts {
  /** The meaning of the status, on the public page (PUB-03). */
  meaning: string;
  /** The next step, on the public page. */
  next: string;
  /** Meaning and next step in the portal (CUST-02), which has more data about the order. */
  portal: string;
}

interface WithoutQuote extends CustomerTexts {
  /** Why there is no open quote (PUB-10). */
  noQuote: string;
}

type TextsByStatus = Record<Exclude<OrderStatus, 'quoted'>, WithoutQuote> & { quoted: CustomerTexts };

/** Texts for customers by status. */
export const CUSTOMER_STATUS_TEXTS: Readonly<TextsByStatus> = {
  pending: {
    meaning: 'Recibimos tu equipo y está en la fila de revisión.',
    next: 'Cuando un técnico lo tome, el estado cambia y te escribimos por WhatsApp.',
    portal: 'Recibimos tu equipo. Pronto lo revisará un técnico.',
    noQuote:
      'Esta orden todavía no tiene un presupuesto por responder: tu equipo está en la fila de revisión. Te escribimos por WhatsApp apenas haya uno.',
  },
  in_progress: {
    meaning: 'Un técnico está trabajando en tu equipo.',
    next: 'Si falta un presupuesto, te lo enviamos antes de reparar. Si ya lo aprobaste, te avisamos cuando esté listo.',
    portal: 'Un técnico está trabajando en tu equipo. Te avisaremos por WhatsApp cuando haya novedades.',
    noQuote: 'Por ahora no hay un presupuesto por responder: un técnico está trabajando en tu equipo.',
  },
  quoted: {
    meaning: 'Revisamos tu equipo y te enviamos el presupuesto. Esperamos tu respuesta.',
    next: 'Abre el enlace que te llegó por WhatsApp, o entra a tu cuenta, y dinos si lo aprobamos. Hasta entonces no tocamos nada.',
    portal: 'Ya revisamos tu equipo. Para continuar necesitamos tu respuesta al presupuesto.',
  },
  approved: {
    meaning: 'Aprobaste el presupuesto: tu equipo ya está en la lista de reparación.',
    next: 'Te escribimos por WhatsApp apenas esté listo para retirar.',
    portal: 'Aprobaste el presupuesto. Haremos la reparación y te avisaremos cuando esté lista.',
    noQuote: 'Este presupuesto ya tiene respuesta y no espera otra.',
  },
  rejected: {
    meaning: 'No repararemos tu equipo: te espera en el local, tal como llegó.',
    next: 'Puedes pasar a retirarlo en horario de atención. Trae tu comprobante.',
    portal: 'No repararemos tu equipo. Puedes pasar a retirarlo, tal como llegó.',
    noQuote: 'Este presupuesto ya tiene respuesta y no espera otra.',
  },
  completed: {
    meaning: 'Terminamos. Tu equipo está listo y te espera en el local.',
    next: 'Pasa a retirarlo en horario de atención. Trae tu comprobante.',
    portal: 'Tu equipo está listo. Puedes pasar a retirarlo con tu comprobante.',
    noQuote: 'No hay un presupuesto por responder: el trabajo ya está terminado.',
  },
  cancelled: {
    meaning: 'Esta orden fue cancelada.',
    next: 'Si no esperabas esto o tu equipo sigue en el local, llámanos y lo vemos juntos.',
    portal: 'La orden fue cancelada. Si tienes dudas, llámanos.',
    noQuote: 'No hay un presupuesto por responder: la orden fue cancelada.',
  },
  delivered: {
    meaning: 'Ya retiraste tu equipo. ¡Gracias por confiar en nosotros!',
    next: 'Guarda tu comprobante: ahí está tu garantía. Si algo falla, tráelo de vuelta.',
    portal: 'Te entregamos tu equipo. Gracias por confiar en nosotros.',
    noQuote: 'No hay un presupuesto por responder: el equipo ya fue entregado.',
  },
};

/** Labels of orders that were delivered without a repair (TIME-14). */
export const UNREPAIRED_LABELS = { ...PUBLIC_STATUS_LABELS, delivered: 'Entregado sin reparar' } as const;

const UNREPAIRED: CustomerTexts = {
  meaning: 'Te entregamos tu equipo sin reparar.',
  next: 'Si quieres, tráelo de vuelta y lo vemos.',
  portal: 'Te entregamos tu equipo sin reparar.',
};

/**
 * Texts for customers about an order, by its status and outcome. What it waits for takes the place of what its status
 * means: both together would contradict each other (TIME-07).
 */
export function customerTexts(status: OrderStatus, unrepaired: boolean, wait: string | null): CustomerTexts {
  const texts = unrepaired ? UNREPAIRED : CUSTOMER_STATUS_TEXTS[status];
  if (!wait) return texts;
  // In the portal the meaning is the first sentence.
  const portal = texts.portal.replace(/^.*?\./, () => `${wait.replace(/\.$/, '')}.`);
  return { meaning: wait, next: texts.next, portal };
}
