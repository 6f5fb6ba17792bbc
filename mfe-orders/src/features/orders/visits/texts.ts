import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';

/** Texts about devices that were brought together (REC-01, REC-03, REC-07). */
export const visitTexts = {
  title: (devices: number) => `Visita de ${devices} equipos`,
  balance: (amount: string) => `Saldo ${amount}`,
  leave: 'Separar de la visita',
  leaveTitle: '¿Separar esta orden de la visita?',
  leaveText: 'Sus órdenes no cambian en nada más: dejan de mostrarse juntas y sus avisos van por separado.',
  left: 'Orden separada de la visita',
  leaveFailed: 'No pudimos separar la orden de la visita.',
  more: 'Trae otro equipo: al crear esta orden, seguir con el próximo',
  sameVisit: (number: number | undefined) =>
    number === undefined
      ? 'Va en la misma visita que otra orden.'
      : `Va en la misma visita que la orden ${formatOrderNumber(number)}.`,
} as const;
