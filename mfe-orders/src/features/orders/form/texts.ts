import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';

/** Texts of the order form (ORD-03, ORD-04, ORD-06). */
export const orderFormTexts = {
  phoneInOthers: {
    title: (n: number) =>
      n === 1
        ? '¿Cambiar el teléfono también en su otra orden?'
        : `¿Cambiar el teléfono también en sus otras ${n} órdenes?`,
    text: (phone: string) => `Tienen todavía el número ${phone}. Los avisos que esperan van al número nuevo.`,
    confirm: (n: number) => (n === 1 ? 'Cambiar también ahí' : `Cambiar en las ${n}`),
    onlyThis: 'Solo en esta',
    done: (n: number) =>
      n === 1 ? 'Teléfono cambiado en 1 orden más' : `Teléfono cambiado en ${n} órdenes más`,
  },
  editTitle: (number: string) => `Editar orden ${number}`,
  customer: 'Cliente',
  equipment: 'Equipo',
  work: 'Trabajo',
  payment: 'Pago',
  access: 'Clave del equipo',
  withoutRut: 'Sin RUT / pasaporte',
  document: 'Número del documento',
  documentHint: 'Pasaporte o cédula de otro país.',
  country: 'País',
  chooseCountry: 'Elige el país',
  phoneHint: 'Los avisos llegan por WhatsApp a este número.',
  /** Hints shown below the fields of their names. */
  hints: {
    secondPhone: 'Si el primero es fijo, los avisos van a este.',
    condition: 'Rayas, golpes y accesorios que deja.',
    description: 'Qué le pasa y desde cuándo.',
    quote: 'Déjalo vacío si aún no hay precio.',
  },
  quotedLater: 'Vacío: la orden queda por presupuestar.',
  balance: (amount: string) => `Saldo: ${amount}`,
  advanceMethod: 'Cómo se pagó el abono',
  advanceTooHigh: 'El abono es mayor que el presupuesto.',
  noTechnician: 'Sin asignar',
  passwordType: 'Tipo de clave',
  noPassword: 'Ninguna',
  pin: 'PIN',
  password: 'Contraseña',
  pattern: 'Patrón de desbloqueo',
  codeKept: 'Hay una clave guardada. Déjalo vacío para mantenerla.',
  codeCleared: 'Al guardar se borra la clave anterior.',
  create: 'Crear orden',
  creating: 'Creando...',
  saveChanges: 'Guardar cambios',
  known: (name: string, orders: number) =>
    orders === 1 ? `${name} ya trajo 1 equipo antes.` : `${name} ya tiene ${orders} órdenes.`,
  fillIn: 'Usar sus datos',
  devices: 'Equipos que trajo antes:',
  ofAppointment: 'Viene de una cita: revisa los datos con el cliente y completa lo que falta.',
  customerLoadFailed: 'No pudimos cargar al cliente.',
  appointmentLoadFailed: 'No pudimos cargar la cita de esta orden.',
  appointmentGone: 'La cita ya no existe: la orden comienza vacía.',
  appointmentDone: (number: number) =>
    `Para esta cita ya se creó la orden ${formatOrderNumber(number)}: esta comienza vacía.`,
  draftRestored: 'Recuperamos lo que habías escrito. La clave del equipo no se guarda en el borrador.',
  draftDiscard: 'Empezar de nuevo',
  draftSent: 'No sabemos si alcanzó a guardarse. Presiona «Crear orden» para comprobarlo: no se duplica.',
  left: (whose: string) =>
    whose ? `Quedó una orden sin terminar: ${whose}.` : 'Quedó una orden sin terminar.',
  unfinishedResume: 'Recuperar',
  unfinishedDiscard: 'Descartar',
  createdTitle: (number: string) => `Orden ${number} creada`,
  createdText: 'Antes de imprimir, revisa las fotos y pide la firma en la orden.',
  createdView: 'Ver orden',
  createdPrint: 'Imprimir',
  createdAnother: 'Otro equipo',
  sameCustomer: (name: string) => `Otro equipo de ${name}.`,
  otherCustomer: 'Es de otro cliente',
  fixErrors: (count: number) => (count === 1 ? 'Falta corregir 1 campo.' : `Falta corregir ${count} campos.`),
} as const;
