import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { WARRANTY_REPAIR } from '@taller/shared/orders/warranty/outcome-words.ts';

/** Texts of returns within the warranty (WARR-01 to WARR-06). */
export const warrantyTexts = {
  repair: WARRANTY_REPAIR,
  until: (day: string) => `En garantía hasta el ${day}`,
  untilEach: (each: string) => `En garantía: ${each}`,
  workUntil: (day: string) => `trabajo hasta el ${day}`,
  workEnded: (day: string) => `la del trabajo terminó el ${day}`,
  partsUntil: (day: string) => `repuestos hasta el ${day}`,
  partsEnded: (day: string) => `la de los repuestos terminó el ${day}`,
  order: (number: number) => `orden #${formatOrderNumber(number)}`,
  link: (number: number) => `#${formatOrderNumber(number)}`,
  of: 'de la orden',
  by: (name: string) => `la hizo ${name}`,
  returned: (returns: number) => (returns === 1 ? 'ya volvió 1 vez' : `ya volvió ${returns} veces`),
  ofSomebodyElse: (name: string, isTyped: boolean) =>
    `Es de ${name}. Si es la misma persona, ${isTyped ? 'corrige' : 'escribe'} el RUT o el teléfono para usar su garantía.`,
  broughtBy: (name: string) => `La trajo ${name}.`,
  others: 'También en garantía:',
  yes: 'Es garantía',
  no: 'No es garantía',
  isNone: 'No es una reparación en garantía.',
  isReturn: (number: number) => `de la orden #${formatOrderNumber(number)}: no se cobra.`,
  undo: 'Deshacer',
  work: (number: number, work: string) => `Garantía de la orden ${formatOrderNumber(number)}: ${work}`,
  /** Badge of an order that is charged after all. */
  notCovered: 'No lo cubre la garantía',
  coversUntil: (day: string) => `cubre hasta el ${day}`,
  cameBack: 'Volvió en garantía:',
  cameBackToo: 'También volvió:',
  whenAndHow: (day: string, outcome: string | null) => (outcome ? `${day} · ${outcome}` : day),
  setOutcome: 'Resultado…',
} as const;

/** Texts of how a warranty ended. */
export const outcomeTexts = {
  details: {
    covered: 'No se cobra.',
    not_covered:
      'Sigue como una orden normal: con precio, puesto antes de entregar, tiene su propia garantía.',
    goodwill: 'La garantía no alcanza, y de todos modos no se cobra.',
  },
  reason: 'Por qué no la cubre',
  reasonHint: 'Lo lee el cliente, y se cuenta en Informes.',
  reasons: ['Golpe o caída', 'Mojado', 'Falla de otra parte', 'Lo abrió otra persona'],
  saved: (number: string) => `Orden ${number}: resultado anotado`,
  failed: 'No se pudo anotar el resultado.',
  deliveredBefore: (days: string) =>
    `Ya se había entregado: su garantía no empieza de nuevo y va hasta el ${days}. Después de entregar la corrige administración.`,
  goesOn: (number: number) => `Sigue la de la orden ${formatOrderNumber(number)}`,
  goesOnUntil: (number: number, day: string) =>
    `Sigue la de la orden ${formatOrderNumber(number)}, hasta el ${day}`,
} as const;

/** Texts of a warranty that is corrected after the delivery (WARR-18). */
export const correctionTexts = {
  text: 'Los días se cuentan desde la entrega. El cliente ve la garantía corregida en su cuenta; no se le avisa.',
  open: 'Corregir garantía…',
  none: 'Sin garantía',
  noneOnParts: 'Los repuestos quedan sin garantía',
  reason: 'Por qué se corrige',
  reasonHint: 'Queda en el historial de la orden.',
  save: 'Corregir',
  saved: (number: string) => `Orden ${number}: garantía corregida`,
  failed: 'No se pudo corregir la garantía.',
} as const;
