/** The demo shop's own settings, by section: what a new demo database has. */
import type { SettingValues } from '@taller/shared/settings/sections.ts';
import { DEMO_DESK } from './demo-desk.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';

const WEEKDAY = [{ open: '09:30', close: '19:00' }];

type Icon = SettingValues['services']['groups'][number]['services'][number]['icon'];
const service = (
  icon: Icon,
  name: string,
  text: string,
  from: number | null = null,
  to: number | null = null,
) => ({
  name,
  text,
  icon,
  priceFrom: from,
  priceTo: to,
});

export const DEMO_BOOKING = { ...FIRST_VALUES.hours.booking, countsPromises: true };

export const DEMO_SETTINGS: SettingValues = {
  shop: {
    name: 'Barlovento',
    fullName: 'Barlovento Servicio Técnico',
    tagline: 'Celulares y computadores, de vuelta a puerto',
    rut: '76543210-3',
    address: { street: 'Condell 1480, local 6', city: 'Valparaíso', region: 'Región de Valparaíso' },
    geo: { latitude: -33.0463, longitude: -71.6196 },
    mapUrl: 'https://www.google.com/maps/search/?api=1&query=Condell+1480%2C+Valpara%C3%ADso%2C+Chile',
    phone: '56322550142',
    whatsApp: '56955501420',
    email: 'contacto@barlovento-tecnico.cl',
    website: 'https://www.barlovento-tecnico.cl',
    socialLinks: [
      { name: 'Instagram', href: 'https://www.instagram.com/barlovento.tecnico' },
      { name: 'Facebook', href: 'https://www.facebook.com/barlovento.tecnico' },
    ],
    paymentMethods: ['Efectivo', 'Transferencia bancaria'],
    taxRate: 19,
    stats: { devices: '+5.000', satisfaction: '98%', years: '20+' },
  },
  look: { logo: null, color: null },
  landing: {
    lead: 'Diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito. Reparamos en Valparaíso, con el equipo a la vista y sin letra chica.',
    stats: {
      title: 'El taller en números',
      devices: 'equipos reparados',
      satisfaction: 'de clientes satisfechos',
      years: 'años de oficio',
    },
    services: {
      title: '¿Qué le pasó a tu equipo?',
      lead: 'Si prende, si no prende o si se cayó al mar: tráelo y lo vemos.',
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
      whatsAppMessage: 'Hola, tengo una consulta por una reparación.',
    },
  },
  messages: FIRST_VALUES.messages,
  commission: { rules: [] },
  hours: {
    week: [[], WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ open: '10:00', close: '17:00' }]],
    closedOnHolidays: true,
    specialDays: [],
    booking: DEMO_BOOKING,
  },
  services: {
    groups: [
      {
        title: 'Celulares',
        lead: 'Trabajamos con iPhone, Samsung, Xiaomi, Motorola, Huawei y las demás marcas que se usan en Chile.',
        summary: 'De la pantalla trizada a la placa mojada, de todas las marcas.',
        services: [
          service(
            'smartphone',
            'Cambio de pantalla',
            'Vidrio trizado, manchas o táctil que no responde.',
            35_000,
          ),
          service('battery', 'Batería', 'Se apaga con carga, se hincha o no dura el día.', 25_000),
          service('wifi', 'Conectividad', 'Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.'),
          service('cpu', 'Hardware', 'Placa, cámaras, parlantes, botones y equipos mojados.'),
          service(
            'refresh',
            'Software',
            'Se reinicia, quedó pegado en el logo o está lleno de avisos.',
            15_000,
          ),
          service(
            'lifebuoy',
            'Recuperación de datos',
            'Fotos, contactos y chats de un equipo que ya no prende.',
          ),
        ],
      },
      {
        title: 'Computadores',
        lead: 'Notebooks, equipos de escritorio y todo en uno, con Windows, macOS o Linux.',
        summary: 'Notebooks y equipos de escritorio que vuelven a andar como nuevos.',
        services: [
          service('disk', 'Almacenamiento', 'Cambio de disco a SSD, con todo lo tuyo adentro.', 55_000),
          service('memory', 'Actualización', 'Más memoria, mejor disco y sistema al día.'),
          service(
            'shield',
            'Seguridad',
            'Limpieza de virus y programas no deseados, y protección después.',
            20_000,
          ),
          service(
            'fan',
            'Mantención',
            'Limpieza interna y pasta térmica: menos calor y menos ruido.',
            25_000,
            35_000,
          ),
          service(
            'backup',
            'Respaldo',
            'Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.',
          ),
          service('laptop', 'Notebooks', 'Pantallas, bisagras, teclados, cargadores y conectores.'),
        ],
      },
    ],
  },
  terms: {
    items: [
      'Retira tu equipo dentro de 40 días desde el aviso. Se entiende abandonado un año después de firmada la recepción (Ley N° 19.496, artículo 42).',
      'La garantía del trabajo y la de los repuestos se indican al entregar el equipo, cubren únicamente los trabajos indicados en esta orden y no reemplazan la garantía legal.',
      'La garantía de la tienda no cubre el daño por líquidos.',
      'El respaldo de datos tiene un costo adicional.',
      'Para retirar el equipo es necesario presentar esta orden.',
      'Se aplica la Ley N° 19.496 sobre Protección de los Derechos de los Consumidores.',
    ],
  },
  desk: DEMO_DESK,
};
