/** Interface texts of the landing page; the shop's own texts are part of its details. */
export const landingTexts = {
  open: { now: 'Abierto ahora', closed: 'Cerrado' },
  hero: {
    account: '¿Eres cliente?',
    accountLink: 'Entra a tu cuenta',
  },
  allServices: 'Ver todos los servicios',
  call: {
    phone: (phone: string) => `Llamar al ${phone}`,
    whatsApp: 'Escribir por WhatsApp',
  },
  contact: {
    title: 'Ven a vernos',
    address: 'Dirección',
    map: 'Ver en el mapa',
    phone: 'Teléfono',
    mail: 'Correo',
    hours: 'Horario',
    payments: 'Medios de pago',
  },
} as const;
