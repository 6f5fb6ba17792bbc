/** Texts of the inventory: form, list, and the dialog of a product. */
export const inventoryTexts = {
  title: 'Inventario de Productos',
  activityLog: 'Registro de Actividades',
  import: 'Importar CSV',
  add: 'Agregar Producto',
  adding: 'Agregando...',
  added: 'Producto agregado.',
  addFailed: 'No se pudo agregar el producto.',
  brand: 'Marca',
  model: 'Modelo',
  quantity: 'Cantidad',
  costPrice: 'Precio Cliente',
  type: 'Tipo',
  supplier: 'Proveedor',
  chooseType: 'Selecciona un tipo',
  chooseSupplier: 'Selecciona un proveedor',
  minStock: 'Stock mínimo',
  minStockHint: 'Con menos que esto aparece en la lista de compras. 0: sin aviso.',
  search: 'Buscar por marca, modelo o código',
  allTypes: 'Todos los tipos',
  onlyLow: 'Solo por comprar',
  low: (missing: string) => `Faltan ${missing}`,
  empty: 'Todavía no hay productos.',
  emptyHint: 'Agrega el primero con «Agregar Producto».',
  emptyFiltered: 'No hay productos con estos filtros.',
  loadFailed: 'No se pudo cargar el inventario.',
  pages: 'Páginas del inventario',
  code: 'Código',
  actions: 'Acciones',
  moreActions: (name: string) => `Más acciones de ${name}`,
  writeOff: (name: string) => `Dar de baja ${name}`,
  editTitle: 'Editar producto',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Producto guardado.',
  saveFailed: 'No se pudo guardar el producto.',
  changedMeanwhile:
    'Otra persona cambió este producto mientras lo editabas. Cierra y vuelve a abrirlo para ver sus datos.',
  gone: 'El producto ya no existe: alguien lo eliminó o se agotó.',
} as const;

/** Texts of 'Dar de baja'. */
export const writeOffTexts = {
  title: 'Dar de baja',
  quantity: 'Cantidad',
  order: 'Número de orden de servicio',
  orderOf: (whose: string) => `Es la orden de ${whose}`,
  noOrder: 'No hay una orden con ese número.',
  orderHint: 'Escribe el número, o parte del nombre del cliente, y elige la orden.',
  found: 'Órdenes encontradas',
  stock: (count: string) => `Hay ${count} en stock.`,
  last: 'Se dará de baja todo el stock: el producto se eliminará del inventario.',
  lastToBuy: 'Se dará de baja todo el stock: el producto queda por comprar.',
  submit: 'Dar de baja',
  submitting: 'Registrando...',
  done: 'Baja registrada.',
  failed: 'No se pudo registrar la baja.',
} as const;

/** Texts of a new type or supplier. */
export const catalogTexts = {
  addType: 'Agregar tipo',
  addSupplier: 'Agregar proveedor',
  name: 'Nombre',
  add: 'Agregar',
  taken: 'Ya existe uno con ese nombre.',
  failed: 'No se pudo agregar.',
  added: 'Agregado.',
} as const;

/** Texts of a product's history. */
export const historyTexts = {
  title: 'Historial',
  date: 'Fecha',
  what: 'Movimiento',
  delta: 'Cambio',
  after: 'Quedan',
  who: 'Quién',
  unknown: 'Desconocido',
  empty: 'Todavía no hay movimientos.',
  loadFailed: 'No se pudo cargar el historial.',
  importedFrom: (file: string) => `Importado de ${file}`,
  writtenOffFor: (number: string) => `Baja para la orden ${number}`,
  kinds: {
    added: 'Agregado',
    edited: 'Editado',
    written_off: 'Baja',
    received: 'Recibido de un pedido',
    imported: 'Importado',
    deleted: 'Eliminado',
  } as Record<string, string>,
} as const;

/** Texts of the exported file. */
export const exportTexts = {
  action: 'Exportar CSV',
  busy: 'Exportando...',
  fileName: (day: string) => `inventario-${day}.csv`,
  failed: 'No se pudo exportar el inventario.',
  added: 'Agregado',
} as const;
