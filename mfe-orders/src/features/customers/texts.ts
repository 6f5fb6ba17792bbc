/** Texts of the customer search and of the RUT verification. */
export const customerTexts = {
  intro:
    'Cuentas de clientes. Con la cédula a la vista, confirma el RUT para que la persona vea sus órdenes.',
  none: 'Ninguna cuenta coincide con la búsqueda.',
  failed: 'No pudimos buscar clientes.',
  noRut: 'Sin RUT',
  confirmed: 'RUT confirmado',
  pending: 'RUT sin confirmar',
  confirm: 'Confirmar RUT',
  confirmOf: (name: string) => `Confirmar RUT de ${name}`,
  dialogTitle: 'Confirmar RUT',
  dialogText: (name: string) =>
    `Escribe el RUT tal como aparece en la cédula de ${name}. La cuenta verá las órdenes de ese RUT.`,
  rut: 'RUT de la cédula',
  submit: 'Confirmar RUT',
  submitting: 'Confirmando...',
  done: 'RUT confirmado.',
  confirmFailed: 'No pudimos confirmar el RUT. Intenta de nuevo.',
  searchCustomer: 'Buscar cliente',
  searchPlaceholder: 'Nombre, RUT, correo o teléfono',
  manyCustomers: 'Hay más resultados: escribe algo más.',
} as const;
