/** Texts of the parts of an order (PART-13). */
export const partTexts = {
  title: 'Repuestos',
  ask: 'Pedir repuesto',
  none: 'Ninguno pedido.',
  times: (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`),
  available: (count: number) => (count === 1 ? '1 disponible' : `${count} disponibles`),
  expected: (day: string) => `llega cerca del ${day}`,
  late: (day: string) => `debía llegar el ${day}`,
  fromQuote: 'del presupuesto',
  others: (name: string) => `Otros pasos de ${name}`,
  stepOf: (step: string, name: string) => `${step}: ${name}`,
  history: 'Historial',
  customer: 'el cliente',
  place: (place: string) => `lugar: ${place}`,
  stock: 'Producto del inventario',
  stockHint: 'Escribe y elige el producto que es. Si no está, agrégalo antes en Inventario.',
  what: 'Repuesto',
  whatHint: 'Escribe y elige del inventario, o escribe uno que no está.',
  products: 'Productos del inventario',
  quantity: 'Cantidad',
  supplier: 'Proveedor',
  suppliers: 'Proveedores',
  expectedOn: 'Llega cerca del',
  unitCost: 'Costo por unidad',
  note: 'Nota',
  faultyNote: 'Qué falla tiene',
  save: 'Guardar',
  saving: 'Guardando...',
  saveFailed: 'No se pudo guardar el repuesto.',
  reserved: (name: string) => `${name}: reservado para esta orden`,
  requested: (name: string) => `${name}: queda por pedir`,
  moved: (name: string, state: string) => `${name}: ${state}`,
  left: (count: number) =>
    count === 1
      ? 'Esta orden se cerró y guarda 1 repuesto con reserva.'
      : `Esta orden se cerró y guarda ${count} repuestos con reserva.`,
  giveBack: 'Devolver al stock',
  givenBack: 'Los repuestos volvieron al stock',
  giveBackFailed: 'No se pudieron devolver los repuestos.',
  giveBackOnCancel: (count: number) =>
    count === 1
      ? 'Devolver al stock el repuesto reservado'
      : `Devolver al stock los ${count} repuestos reservados`,
} as const;
