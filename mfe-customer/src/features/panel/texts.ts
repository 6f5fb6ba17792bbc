/** Texts of 'Mi Panel'. */
export const panelTexts = {
  greeting: (name: string) => `Hola, ${name}.`,
  intro: 'Aquí sigues tus reparaciones y tus citas.',
  orders: 'Mis órdenes',
  noOrders: 'No tienes órdenes de servicio activas.',
  noOrdersHint: 'Cuando dejes un equipo en el taller con tu RUT, lo verás aquí.',
  ordersFailed: 'No pudimos cargar tus órdenes.',
  order: (number: string) => `Orden ${number}`,
  received: (date: string) => `Recibida el ${date}`,
  seeOrder: 'Ver orden',
  answerQuote: 'Responder presupuesto',
  appointments: 'Mis citas',
  movedFrom: (when: string) => `Cambió de hora: antes era el ${when}.`,
  noAppointments: 'No tienes citas agendadas.',
  noAppointmentsHint: 'Pide una por teléfono o WhatsApp y aparecerá aquí.',
  book: 'Reservar hora',
  bookHint: 'Reserva una hora y aparecerá aquí.',
  appointmentsFailed: 'No pudimos cargar tus citas.',
  cancelled: 'Cancelada',
  past: 'Pasada',
  pastOnes: (n: number) => (n === 1 ? '1 cita pasada' : `${n} citas pasadas`),
  addToCalendar: 'Agregar al calendario',
  addToCalendarOf: (when: string) => `Agregar al calendario la cita del ${when}`,
  eventTitle: (shopName: string) => `Cita en ${shopName}`,
  fileName: (day: string) => `cita-${day}.ics`,
} as const;

/** Texts of the invitation to link orders by number and phone. */
export const claimTexts = {
  title: '¿Dejaste un equipo en el taller?',
  text: 'Vincula tus órdenes a tu cuenta con el número de una de ellas y el teléfono que dejaste en el mesón.',
  whereNumber: 'Está en tu comprobante y en los mensajes de WhatsApp.',
  orderNumber: 'Número de orden',
  phone: 'Teléfono que dejaste',
  submit: 'Vincular mis órdenes',
  submitting: 'Vinculando...',
  linked: 'Listo: tus órdenes están vinculadas a tu cuenta.',
  noMatch:
    'No pudimos vincular órdenes con esos datos. Revisa el número y el teléfono, o pide en el mesón que confirmen tu RUT con tu cédula.',
  tooMany:
    'Hiciste varios intentos. Vuelve a intentarlo en una hora o pide en el mesón que confirmen tu RUT con tu cédula.',
  failed: 'No pudimos revisar los datos. Intenta de nuevo.',
} as const;
