/** Titles of the dialogs of parts, which the desk's list needs before their code. */
export const PART_TITLES = {
  part: 'Pedir repuesto',
  partPurchase: 'Pedido del repuesto',
  partStock: 'Guardar el repuesto en el stock',
  partFault: 'Repuesto con falla',
} as const;
