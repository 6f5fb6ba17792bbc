/** Texts of the purchases of screens. */
export const screenOrderTexts = {
  title: 'Pedido de Pantallas',
  add: 'Agregar Pedido',
  adding: 'Agregando...',
  added: 'Pedido agregado.',
  addFailed: 'No se pudo agregar el pedido.',
  model: 'Modelo',
  orderNumber: 'Número de orden',
  date: 'Fecha y hora de compra',
  supplier: 'Proveedor',
  chooseSupplier: 'Selecciona un proveedor',
  cost: 'Precio de costo',
  quantity: 'Cantidad',
  search: 'Buscar por modelo',
  empty: 'No hay pedidos que mostrar.',
  loadFailed: 'No se pudieron cargar los pedidos.',
} as const;

/** Texts of receiving a purchase into the inventory. */
export const receiveTexts = {
  action: 'Recibir',
  of: (name: string) => `Recibir ${name}`,
  title: 'Recibir en el inventario',
  description: (pieces: string, model: string, supplier: string) => `${pieces} × ${model}, de ${supplier}`,
  received: 'Recibido',
  column: 'Recepción',
  target: '¿A qué producto se suman las piezas?',
  fresh: 'Crear un producto nuevo',
  find: 'Buscar otro producto',
  loadFailed: 'No se pudo cargar el inventario.',
  none: 'Ningún producto coincide con la búsqueda.',
  chooseOne: 'Elige el producto al que se suman las piezas.',
  inStock: (count: string) => `${count} en stock`,
  submitting: 'Recibiendo...',
  done: 'Piezas recibidas en el inventario.',
  already: 'Este pedido ya se recibió.',
  failed: 'No se pudo recibir el pedido.',
} as const;
