/** Words of other systems for device types and order statuses, in several languages. */
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import {
  LIST_STATUS_LABELS,
  ORDER_STATUSES,
  PUBLIC_STATUS_LABELS,
  REPORT_STATUS_LABELS,
  type OrderStatus,
} from '@taller/shared/orders/status/order-status.ts';
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

/** Synonyms in addition to a status's own name and labels. */
const STATUS_WORDS: Readonly<Partial<Record<OrderStatus, readonly string[]>>> = {
  pending: [
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
  approved: ['aprobado', 'aprobada', 'aceptado', 'aceptada', 'autorizado'],
  rejected: ['rechazado', 'rechazada', 'no aprobado', 'declined'],
  completed: [
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
    'canceled',
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

const TYPE_BY_WORD = new Map(
  (Object.keys(TYPE_WORDS) as EquipmentType[]).flatMap((type) =>
    TYPE_WORDS[type].map((word) => [word, type] as const),
  ),
);

const STATUS_BY_WORD = new Map(
  ORDER_STATUSES.flatMap((status) => {
    const labels = [LIST_STATUS_LABELS, PUBLIC_STATUS_LABELS, REPORT_STATUS_LABELS];
    const own = [status, ...labels.map((each) => each[status])].map(fold);
    return [...own, ...(STATUS_WORDS[status] ?? [])].map((word) => [word, status] as const);
  }),
);

/** The device type of a word, or null if it is unknown. */
export function equipmentTypeOf(text: string): EquipmentType | null {
  const folded = fold(text);
  const whole = TYPE_BY_WORD.get(folded);
  if (whole) return whole;
  // "Celular Samsung", "Notebook gamer": the first word decides.
  const [first = ''] = folded.split(' ');
  return TYPE_BY_WORD.get(first) ?? null;
}

/** The status of a word, or null if it is unknown. */
export function statusOf(text: string): OrderStatus | null {
  return STATUS_BY_WORD.get(fold(text)) ?? null;
}
