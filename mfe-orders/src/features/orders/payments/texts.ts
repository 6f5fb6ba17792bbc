/** Texts of payments (PAY-01 to PAY-09). */
export const paymentTexts = {
  list: 'Pagos',
  amount: 'Monto',
  take: 'Registrar pago',
  giveBack: 'Devolver',
  correct: 'Corregir',
  correctOne: (words: string) => `Corregir ${words}`,
  receipt: 'Comprobante',
  receiptOf: (words: string) => `Comprobante de ${words}`,
  send: 'WhatsApp',
  sendOf: (words: string) => `Enviar por WhatsApp el comprobante de ${words}`,
  receiptMessage: (shop: string, link: string) =>
    `Hola, este es el comprobante de tu pago en ${shop}: ${link}`,
  link: 'Copiar enlace',
  linkOf: (words: string) => `Copiar enlace del comprobante de ${words}`,
  corrected: 'Corregido',
  correction: 'Corrección',
  ofOrders: (orders: number) => `Pago de ${orders} órdenes`,
  reason: 'Motivo',
  atMost: (amount: string) => `Hasta ${amount}`,
  correctText:
    'El pago sigue en la lista, con otro por el mismo monto en contra. Después registra el correcto.',
  saving: 'Guardando...',
  saveFailed: 'No se pudo registrar el pago.',
  taken: (amount: string) => `Pago de ${amount} registrado`,
  givenBack: (amount: string) => `Devolución de ${amount} registrada`,
  correctedToast: 'Pago corregido',
  notEnough:
    'En la caja no hay tanto efectivo: no se devolvió nada, y el intento queda en su hoja. Registra antes un ingreso, o devuelve por otro medio.',
  balance: (amount: string) => `Cómo se paga el saldo de ${amount}`,
  owed: 'Queda pendiente',
  owedReason: 'Por qué se entrega con saldo',
} as const;
