/** Titles of the dialogs of a payment: apart from their other texts, since the desk's list loads them. */
export const PAYMENT_TITLES = {
  payment: 'Registrar pago',
  refund: 'Devolver dinero',
  correction: 'Corregir un pago',
  document: 'Documento tributario',
} as const;
