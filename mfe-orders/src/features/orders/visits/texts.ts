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
  deliverTitle: 'Entregar los equipos de la visita',
  deliverText: 'Se entregan juntos, todos o ninguno. El cliente recibe su garantía por mensaje.',
  deliverAll: (devices: number) => `Entregar juntos ${devices} equipos`,
  deliver: (devices: number) => (devices === 1 ? 'Entregar 1 equipo' : `Entregar ${devices} equipos`),
  delivered: (devices: number) => (devices === 1 ? 'Equipo entregado' : `${devices} equipos entregados`),
  deliverFailed: 'No pudimos entregar los equipos',
  none: 'Ya no queda un equipo por entregar en esta visita.',
  unrepaired: 'Vuelve sin reparar, sin cobro',
  noBalance: 'Sin saldo',
  noPrice: 'No tiene precio: se entrega sin cobro',
  stays: (orders: string) => `No van en esta entrega: ${orders}.`,
  readFailed: 'No pudimos leer las órdenes de la visita.',
  more: 'Trae otro equipo: al crear esta orden, seguir con el próximo',
  sameVisit: (number: number | undefined) =>
    number === undefined
      ? 'Va en la misma visita que otra orden.'
      : `Va en la misma visita que la orden ${formatOrderNumber(number)}.`,
} as const;
