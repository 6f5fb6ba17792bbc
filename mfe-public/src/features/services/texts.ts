/** Texts of the services page; the landing page shows their names. */
export const servicesTexts = {
  title: 'Servicios',
  lead: 'Lo que reparamos todas las semanas. Si lo tuyo no aparece, pregunta igual: casi todo tiene arreglo.',
  phones: {
    title: 'Celulares',
    lead: 'Trabajamos con iPhone, Samsung, Xiaomi, Motorola, Huawei y las demás marcas que se usan en Chile.',
  },
  computers: {
    title: 'Computadores',
    lead: 'Notebooks, equipos de escritorio y todo en uno, con Windows, macOS o Linux.',
  },
  screen: { name: 'Cambio de pantalla', text: 'Vidrio trizado, manchas o táctil que no responde.' },
  battery: { name: 'Batería', text: 'Se apaga con carga, se hincha o no dura el día.' },
  connectivity: {
    name: 'Conectividad',
    text: 'Sin señal, Wi-Fi, Bluetooth, o un conector de carga que baila.',
  },
  hardware: { name: 'Hardware', text: 'Placa, cámaras, parlantes, botones y equipos mojados.' },
  software: { name: 'Software', text: 'Se reinicia, quedó pegado en el logo o está lleno de avisos.' },
  recovery: {
    name: 'Recuperación de datos',
    text: 'Fotos, contactos y chats de un equipo que ya no prende.',
  },
  storage: { name: 'Almacenamiento', text: 'Cambio de disco a SSD, con todo lo tuyo adentro.' },
  upgrade: { name: 'Actualización', text: 'Más memoria, mejor disco y sistema al día.' },
  security: { name: 'Seguridad', text: 'Limpieza de virus y programas no deseados, y protección después.' },
  maintenance: { name: 'Mantención', text: 'Limpieza interna y pasta térmica: menos calor y menos ruido.' },
  backup: { name: 'Respaldo', text: 'Copia de tus archivos antes de que sea tarde, y cómo volver a ellos.' },
  laptops: { name: 'Notebooks', text: 'Pantallas, bisagras, teclados, cargadores y conectores.' },
  ask: {
    title: '¿No sabes qué tiene?',
    text: 'No hace falta saberlo. Tráelo o llámanos y partimos por el diagnóstico.',
    call: (phone: string) => `Llamar al ${phone}`,
    lookup: 'Consultar mi orden',
  },
} as const;
