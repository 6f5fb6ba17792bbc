/** Texts of the landing page. */
export const landingTexts = {
  open: { now: 'Abierto ahora', closed: 'Cerrado' },
  hero: {
    lead: (city: string) =>
      `Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito. Reparamos en ${city}, con el equipo a la vista y sin letra chica.`,
    account: '¿Eres cliente?',
    accountLink: 'Entra a tu cuenta',
  },
  stats: {
    title: 'El taller en números',
    devices: 'equipos reparados',
    satisfaction: 'de clientes satisfechos',
    years: 'años de oficio',
  },
  services: {
    title: '¿Qué le pasó a tu equipo?',
    lead: 'Si prende, si no prende o si se cayó al mar: tráelo y lo vemos.',
    phones: 'Celulares',
    phonesLead: 'De la pantalla trizada a la placa mojada, de todas las marcas.',
    computers: 'Computadores',
    computersLead: 'Notebooks y equipos de escritorio que vuelven a andar como nuevos.',
    all: 'Ver todos los servicios',
  },
  steps: {
    title: 'Así funciona',
    items: [
      {
        title: 'Lo traes',
        text: 'Anotamos lo que pasa y en qué estado llega. Te vas con un número de orden.',
      },
      { title: 'Te cotizamos', text: 'Un técnico lo revisa y te manda el presupuesto por WhatsApp.' },
      {
        title: 'Tú decides',
        text: 'Apruebas o rechazas desde el mismo enlace. Sin tu respuesta no se repara nada.',
      },
      {
        title: 'Lo retiras',
        text: 'Te avisamos cuando está listo. Sale probado y con garantía por escrito.',
      },
    ],
  },
  why: {
    title: '¿Por qué elegirnos?',
    items: [
      {
        title: 'Sabes en qué va',
        text: 'Sigues tu orden desde el teléfono, a cualquier hora y sin tener que llamar.',
      },
      {
        title: 'Precio antes de reparar',
        text: 'El valor que apruebas es el que pagas. Si aparece algo más, te preguntamos primero.',
      },
      {
        title: 'Tus datos son tuyos',
        text: 'La clave de tu equipo queda protegida y solo la ve quien lo está reparando.',
      },
      {
        title: 'Garantía por escrito',
        text: 'Cada trabajo se entrega probado frente a ti y con su garantía en la orden.',
      },
    ],
  },
  call: {
    title: '¿Urgente? Llámanos ahora',
    text: 'Cuéntanos qué pasó y te decimos al tiro si tiene arreglo y cuánto podría demorar.',
    phone: (phone: string) => `Llamar al ${phone}`,
    whatsApp: 'Escribir por WhatsApp',
    whatsAppMessage: 'Hola, tengo una consulta por una reparación.',
  },
  contact: {
    title: 'Ven a vernos',
    address: 'Dirección',
    map: 'Ver en el mapa',
    phone: 'Teléfono',
    mail: 'Correo',
    hours: 'Horario',
    payments: 'Medios de pago',
    newWindow: '(se abre en otra ventana)',
  },
} as const;
