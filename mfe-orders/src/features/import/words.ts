/** Words of other systems for kinds of device and states of an order, in the languages they come in. */
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';

const TYPE_WORDS: Readonly<Record<EquipmentType, readonly string[]>> = {
  smartphone: [
    'smartphone',
    'celular',
    'celulares',
    'telefono',
    'telefono movil',
    'telefono celular',
    'movil',
    'fono',
    'iphone',
    'android',
    'mobile',
    'mobile phone',
    'phone',
    'cell',
    'cell phone',
    'cellphone',
    'telefone',
    'handy',
    'telephone',
  ],
  laptop: [
    'laptop',
    'notebook',
    'notebooks',
    'netbook',
    'ultrabook',
    'portatil',
    'computador portatil',
    'macbook',
    'chromebook',
    'laptops',
    'ordinateur portable',
  ],
  desktop: [
    'desktop',
    'pc',
    'pc escritorio',
    'pc de escritorio',
    'computador',
    'computadora',
    'computador de escritorio',
    'escritorio',
    'torre',
    'ordenador',
    'all in one',
    'allinone',
    'aio',
    'imac',
    'cpu',
    'pc gamer',
    'desktop computer',
    'desktop pc',
    'computer',
  ],
  tablet: ['tablet', 'tablets', 'ipad', 'tableta', 'tab', 'e reader', 'kindle'],
  others: [
    'otro',
    'otros',
    'otra',
    'otras',
    'other',
    'others',
    'consola',
    'consolas',
    'videoconsola',
    'game console',
    'games console',
    'console',
    'impresora',
    'printer',
    'tv',
    'televisor',
    'monitor',
    'smartwatch',
    'reloj',
    'parlante',
    'audifonos',
    'camara',
    'router',
    'drone',
    'playstation',
    'xbox',
    'nintendo',
    'gps',
    'disco duro',
    'accesorio',
    'varios',
  ],
};

const STATUS_WORDS: Readonly<Record<OrderStatus, readonly string[]>> = {
  pending: [
    'pending',
    'pendiente',
    'pendiente de revision',
    'pendientes',
    'ingresado',
    'ingresada',
    'recibido',
    'recibida',
    'recepcionado',
    'nuevo',
    'nueva',
    'en espera',
    'por revisar',
    'new',
    'open',
    'abierto',
    'abierta',
    'received',
    'aguardando',
  ],
  in_progress: [
    'in progress',
    'en progreso',
    'en proceso',
    'en reparacion',
    'reparando',
    'en revision',
    'en taller',
    'en diagnostico',
    'diagnostico',
    'trabajando',
    'esperando repuesto',
    'en servicio tecnico',
    'working',
    'in repair',
    'em andamento',
  ],
  quoted: [
    'quoted',
    'presupuesto enviado',
    'presupuestado',
    'presupuestada',
    'cotizado',
    'cotizada',
    'presupuesto',
    'esperando aprobacion',
    'por aprobar',
    'esperando respuesta',
    'waiting approval',
    'estimate sent',
  ],
  approved: [
    'approved',
    'aprobado',
    'aprobada',
    'presupuesto aprobado',
    'aceptado',
    'aceptada',
    'autorizado',
  ],
  rejected: ['rejected', 'rechazado', 'rechazada', 'presupuesto rechazado', 'no aprobado', 'declined'],
  completed: [
    'completed',
    'completado',
    'completada',
    'terminado',
    'terminada',
    'listo',
    'lista',
    'reparado',
    'reparada',
    'finalizado',
    'finalizada',
    'listo para retiro',
    'por retirar',
    'por entregar',
    'ready',
    'done',
    'fixed',
    'repaired',
    'concluido',
  ],
  cancelled: [
    'cancelled',
    'canceled',
    'cancelado',
    'cancelada',
    'anulado',
    'anulada',
    'sin reparacion',
    'sin solucion',
    'no reparado',
    'irreparable',
    'devuelto sin reparar',
    'end of life',
    'unrepairable',
  ],
  delivered: [
    'delivered',
    'entregado',
    'entregada',
    'retirado',
    'retirada',
    'cerrado',
    'cerrada',
    'pagado y entregado',
    'picked up',
    'closed',
    'collected',
    'entregue',
  ],
};

function invert<Value extends string>(
  table: Readonly<Record<Value, readonly string[]>>,
): ReadonlyMap<string, Value> {
  const byWord = new Map<string, Value>();
  for (const value of Object.keys(table) as Value[]) {
    for (const word of table[value]) byWord.set(word, value);
  }
  return byWord;
}

const TYPE_BY_WORD = invert(TYPE_WORDS);
const STATUS_BY_WORD = invert(STATUS_WORDS);

/** The kind that a word means, or null when it is not known. */
export function equipmentTypeOf(text: string): EquipmentType | null {
  const folded = fold(text);
  const whole = TYPE_BY_WORD.get(folded);
  if (whole) return whole;
  // "Celular Samsung", "Notebook gamer": the first word decides.
  const [first = ''] = folded.split(' ');
  return TYPE_BY_WORD.get(first) ?? null;
}

/** The state that a word means, or null when it is not known. */
export function statusOf(text: string): OrderStatus | null {
  return STATUS_BY_WORD.get(fold(text)) ?? null;
}
