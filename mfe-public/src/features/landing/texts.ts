import type { TimedDevice } from '@taller/shared/config/shop-facts.ts';

/** Interface texts of the landing page; the shop's own texts are part of its details. */
export const landingTexts = {
  open: { now: 'Abierto ahora', closed: 'Cerrado' },
  hero: {
    account: '¿Eres cliente?',
    accountLink: 'Entra a tu cuenta',
    quote: 'Cotiza por WhatsApp',
  },
  allServices: 'Ver todos los servicios',
  times: {
    title: 'Cuánto demoramos',
    devices: {
      smartphone: 'Celulares',
      laptop: 'Notebooks',
      desktop: 'PC de escritorio',
      tablet: 'Tablets',
    } satisfies Record<TimedDevice, string>,
    days: (days: number) => (days === 1 ? '1 día' : `${days} días`),
    basis: 'La mitad de las reparaciones de los últimos 180 días estuvo lista en ese plazo o antes.',
  },
  call: {
    phone: (phone: string) => `Llamar al ${phone}`,
    whatsApp: 'Escribir por WhatsApp',
  },
  contact: {
    title: 'Ven a vernos',
    address: 'Dirección',
    directions: 'Cómo llegar',
    map: 'Ver en el mapa',
    phone: 'Teléfono',
    mail: 'Correo',
    hours: 'Horario',
    book: 'Reservar hora',
    payments: 'Medios de pago',
  },
} as const;
