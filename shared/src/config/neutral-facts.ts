import type { BookingRules, ShopFacts } from './shop-facts.ts';

/** Online booking of a shop that has not written its own rules. */
export const FIRST_BOOKING_RULES: BookingRules = {
  enabled: true,
  minutes: 30,
  places: 1,
  leadHours: 2,
  daysAhead: 14,
  countsPromises: false,
  strangerShare: 50,
};

/** Details of a shop without its own: the defaults of a new database. */
export const NEUTRAL_FACTS: ShopFacts = {
  shop: {
    name: 'Servicio Técnico',
    fullName: 'Servicio Técnico',
    tagline: 'Reparamos celulares y computadores',
    rut: '',
    address: {
      street: '',
      city: '',
      region: '',
    },
    geo: null,
    mapUrl: '',
    phone: '',
    whatsApp: '',
    email: '',
    website: '',
    socialLinks: [],
    paymentMethods: [],
    taxRate: 19,
    stats: {
      devices: '',
      satisfaction: '',
      years: '',
    },
  },
  look: {
    logo: null,
    color: null,
  },
  landing: {
    lead: 'Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito.',
    stats: {
      title: 'El taller en números',
      devices: 'equipos reparados',
      satisfaction: 'de clientes satisfechos',
      years: 'años de oficio',
    },
    services: {
      title: '¿Qué le pasó a tu equipo?',
      lead: 'Si prende, si no prende o si se mojó: tráelo y lo vemos.',
    },
    steps: {
      title: 'Así funciona',
      items: [
        {
          title: 'Lo traes',
          text: 'Anotamos lo que pasa y en qué estado llega. Te vas con un número de orden.',
        },
        {
          title: 'Te cotizamos',
          text: 'Un técnico lo revisa y te manda el presupuesto por WhatsApp.',
        },
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
      whatsAppMessage: 'Hola, tengo una consulta por una reparación.',
    },
  },
  hours: {
    week: [[], [], [], [], [], [], []],
    closedOnHolidays: true,
    specialDays: [],
    booking: FIRST_BOOKING_RULES,
  },
  services: {
    groups: [
      {
        title: 'Celulares',
        lead: '',
        summary: '',
        services: [
          {
            name: 'Cambio de pantalla',
            text: 'Vidrio trizado, manchas o táctil que no responde.',
            icon: 'smartphone',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Batería',
            text: 'Se apaga con carga, se hincha o no dura el día.',
            icon: 'battery',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Conectividad',
            text: 'Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.',
            icon: 'wifi',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Hardware',
            text: 'Placa, cámaras, parlantes, botones y equipos mojados.',
            icon: 'cpu',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Software',
            text: 'Se reinicia, quedó pegado en el logo o está lleno de avisos.',
            icon: 'refresh',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Recuperación de datos',
            text: 'Fotos, contactos y chats de un equipo que ya no prende.',
            icon: 'lifebuoy',
            priceFrom: null,
            priceTo: null,
          },
        ],
      },
      {
        title: 'Computadores',
        lead: '',
        summary: '',
        services: [
          {
            name: 'Almacenamiento',
            text: 'Cambio de disco a SSD, con todo lo tuyo adentro.',
            icon: 'disk',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Actualización',
            text: 'Más memoria, mejor disco y sistema al día.',
            icon: 'memory',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Seguridad',
            text: 'Limpieza de virus y programas no deseados, y protección después.',
            icon: 'shield',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Mantención',
            text: 'Limpieza interna y pasta térmica: menos calor y menos ruido.',
            icon: 'fan',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Respaldo',
            text: 'Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.',
            icon: 'backup',
            priceFrom: null,
            priceTo: null,
          },
          {
            name: 'Notebooks',
            text: 'Pantallas, bisagras, teclados, cargadores y conectores.',
            icon: 'laptop',
            priceFrom: null,
            priceTo: null,
          },
        ],
      },
    ],
  },
  terms: {
    items: [
      'Para retirar el equipo es necesario presentar esta orden.',
      'Se aplica la Ley N° 19.496 sobre Protección de los Derechos de los Consumidores.',
    ],
    version: 1,
  },
};
