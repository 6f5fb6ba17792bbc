import type { BulkObstacle } from '@taller/shared/orders/bulk-rules.ts';

const count = (orders: number) => (orders === 1 ? '1 orden' : `${orders} órdenes`);

const OBSTACLES: Readonly<Record<BulkObstacle, string>> = {
  closed: 'ya está cerrada',
  same: 'ya está así',
  waiting: 'espera la respuesta del cliente',
};

/** Texts of selecting several orders and changing them together. */
export const bulkTexts = {
  select: 'Seleccionar',
  selectOrder: (number: string) => `Seleccionar la orden ${number}`,
  selectPage: 'Toda la página',
  bar: 'Órdenes seleccionadas',
  selected: (orders: number) => (orders === 1 ? '1 seleccionada' : `${orders} seleccionadas`),
  clear: 'Quitar selección',
  full: (limit: number) => `Se seleccionan hasta ${limit} órdenes a la vez.`,
  status: 'Cambiar estado',
  technician: 'Asignar técnico',
  move: 'Mover a…',
  nobody: 'Sin técnico',
  /** How many of the selected orders a choice changes. */
  choice: (name: string, some: number, all: number) => (some === all ? name : `${name} (${some} de ${all})`),
  statusTitle: (orders: number, status: string) => `¿Cambiar ${count(orders)} a ${status}?`,
  technicianTitle: (orders: number, name: string) => `¿Asignar ${count(orders)} a ${name}?`,
  nobodyTitle: (orders: number) => `¿Dejar ${count(orders)} sin técnico?`,
  told: 'Cada cliente recibe el mensaje de este estado.',
  leftOut: 'Quedan fuera y siguen seleccionadas:',
  obstacles: OBSTACLES,
  confirm: (orders: number) => `Cambiar ${count(orders)}`,
  done: (orders: number, what: string) => `${count(orders)}: ${what}`,
  problems: 'No cambiaron y siguen seleccionadas:',
  conflict: (status: string) => `otra persona la cambió recién (ahora ${status}); revísala y repite`,
  gone: 'alguien la eliminó',
  error: 'No se pudieron cambiar las órdenes.',
  close: 'Cerrar',
} as const;
