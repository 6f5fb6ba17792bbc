/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  saving: 'Guardando...',
  call: 'Llamar',
  callTo: (phone: string) => `Llamar al ${phone}`,
  whatsapp: 'Escribir por WhatsApp',
  whatsappTo: (phone: string) => `Escribir por WhatsApp al ${phone}`,
} as const;

/** Texts of how money comes or goes back (PAY-01). */
export const howPaidTexts = {
  method: 'Medio de pago',
  chooseMethod: 'Elige cómo se pagó',
  reference: 'Referencia',
  referenceHint: 'Número del voucher o de la transferencia.',
} as const;

/** Texts of counting a cash drawer, and of cash that needs an open one (PAY-20, PAY-21). */
export const cashTexts = {
  open: 'Abrir caja',
  opening: 'Abriendo...',
  openText: 'Cuenta lo que hay ahora en la caja. Es el fondo: no cuenta como cobrado.',
  opened: 'Caja abierta',
  openFailed: 'No se pudo abrir la caja.',
  till: 'Caja',
  chooseTill: 'Elige la caja',
  noTills: 'En Ajustes no hay ninguna caja. Un administrador puede agregar una en Recepción.',
  allOpen: 'Todas las cajas están abiertas. Para abrir una, primero cuéntala y ciérrala.',
  loadFailed: 'No se pudieron leer las cajas.',
  counted: 'Contado',
  units: 'Cuántos billetes y monedas hay de cada uno',
  none: 'No hay una caja abierta para este efectivo.',
  askDesk: 'No hay una caja abierta para este efectivo. Pide en el mesón que la abran, o elige otro medio.',
  goesTo: (till: string, by: string) => `El efectivo va a «${till}», la caja de ${by}.`,
  whichDrawer: 'A qué caja',
  ofPerson: (till: string, by: string) => `${till} · ${by}`,
} as const;
