import { formatThousands } from '@taller/shared/values/money.ts';

const counted = (rows: number, one: string, many: string) =>
  `${formatThousands(rows)} ${rows === 1 ? one : many}`;

const deleted = (rows: number, one: string, many: string) =>
  `${rows === 1 ? 'Se borrará' : 'Se borrarán'} ${counted(rows, one, many)}`;

/** Texts of 'Ajustes'. */
export const settingsTexts = {
  missingQuote: (fault: string, quote: string) =>
    `El botón «${fault}» trae el presupuesto «${quote}», que no está en Líneas frecuentes para ese tipo de equipo: no pone trabajo ni precio.`,
  promiseRehearsal: {
    loading: 'Ensayando con los últimos 90 días…',
    failed: 'No se pudo ensayar con los últimos 90 días.',
    none: 'En los últimos 90 días no hay bastantes reparaciones terminadas para ensayarlo.',
    kept: (percent: number, orders: number, promised: string, repair: string) =>
      `En los últimos 90 días habría cumplido ${percent} % de ${orders === 1 ? '1 reparación' : `${orders} reparaciones`}: plazo mediano ${promised} días hábiles; la reparación mediana tomó ${repair}.`,
  },
  title: 'Ajustes',
  sections: 'Secciones de los ajustes',
  loading: 'Cargando los ajustes…',
  loadFailed: 'No se pudieron cargar los ajustes.',
  unknown: 'Esta sección no existe.',
  unknownHint: 'Puede que la dirección tenga un error. Elige una sección de arriba.',
  toFirst: 'Ir a los datos de la tienda',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: 'Ajustes guardados.',
  off: 'Desactivado',
  saveFailed: 'No se pudieron guardar los ajustes. Lo que escribiste sigue aquí: inténtalo de nuevo.',
  offline:
    'No hubo respuesta del servidor. Lo que escribiste sigue aquí: revisa la conexión e inténtalo de nuevo.',
  denied: 'No tienes permiso para cambiar los ajustes.',
  changedAt: (name: string, moment: string) => `Último cambio: ${name}, ${moment}.`,
  initial: 'Todavía con los valores iniciales.',
  /** The author of what the server wrote, or somebody in the database itself. */
  somebody: 'El sistema',
  newer: (name: string) =>
    `${name} guardó esta sección hace un momento. Lo que escribiste sigue aquí: al guardar se junta con lo suyo.`,
  anyEquipment: 'Todos los equipos',
  days: 'días',
  lines: (count: number) => (count === 1 ? '1 línea' : `${count} líneas`),
  atLine: (place: number, message: string | undefined) => `Línea ${place}: ${message ?? ''}`,
  coordinates: 'Escribe latitud y longitud, por ejemplo: -33.0463, -71.6196',
  data: {
    units: { days: 'días', years: 'años', minutes: 'minutos' },
    initial: (figure: string) => `Al comienzo: ${figure}.`,
    warning: 'Con estos plazos, la próxima limpieza borra datos que no se pueden recuperar:',
    confirm: 'Guarda otra vez para confirmarlo, o cambia los plazos.',
    mails: (days: number) => `Los correos del servidor de hace más de ${days} días`,
    deletes: {
      order_years: (rows: number) =>
        counted(rows, 'orden quedará anonimizada', 'órdenes quedarán anonimizadas'),
      message_days: (rows: number) =>
        deleted(rows, 'texto de mensaje o aviso', 'textos de mensajes y avisos'),
      origin_days: (rows: number) => deleted(rows, 'origen de una decisión', 'orígenes de decisiones'),
      session_days: (rows: number) => deleted(rows, 'sesión sin uso', 'sesiones sin uso'),
      activity_days: (rows: number) =>
        deleted(rows, 'entrada del Registro de Actividades', 'entradas del Registro de Actividades'),
      look_days: (rows: number) => deleted(rows, 'consulta de datos', 'consultas de datos'),
      photo_days: (rows: number) => deleted(rows, 'foto de un equipo', 'fotos de equipos'),
      device_code_days: (rows: number) => deleted(rows, 'clave de un equipo', 'claves de equipos'),
    },
  },
  legal: {
    work: 'Más corto que la ley: 30 días hábiles para reclamar por el trabajo (Ley 19.496, artículo 41).',
    parts: 'Más corto que la ley: seis meses para repuestos nuevos (Ley 19.496, artículos 19 a 21).',
    abandoned: 'Más corto que la ley: un año desde la recepción firmada (Ley 19.496, artículo 42).',
    none: 'La garantía legal rige igual (Ley 19.496, artículos 19 a 21 y 41).',
  },
  holidays: {
    title: 'Próximos feriados',
    line: (day: string, year: string) => `${day} de ${year}`,
    all: (count: number) => `Ver los ${count} feriados`,
    open: 'Abrir',
    openOf: (name: string, day: string) => `Abrir este feriado: ${name}, ${day}`,
    own: 'con su propio horario',
    free: 'ya está cerrado',
  },
  list: {
    item: (label: string, place: number) => `${label} ${place}`,
    up: (what: string) => `Subir ${what}`,
    down: (what: string) => `Bajar ${what}`,
    remove: (what: string) => `Quitar ${what}`,
    full: (most: number) => `Puede haber hasta ${most}.`,
  },
  look: {
    pick: 'Elegir el color',
    factory: (color: string) => `De fábrica: ${color}`,
    takeBetter: (color: string) => `Usar ${color}`,
    noColor: 'Usar los colores de fábrica',
    samples: 'Cómo se ve el color en un botón, un enlace y una franja, sobre fondo claro y oscuro',
    sampleBand: 'Franja',
    sampleButton: 'Botón',
    sampleLink: 'Enlace',
    imageAlt: 'Logo elegido',
    imageGone: '(la imagen ya no está)',
    imageSending: 'Revisando la imagen…',
    noLogo: 'Quitar el logo',
    imageProblems: {
      large: 'Esta imagen pesa demasiado. Elige una más pequeña.',
      broken: 'Este archivo no se puede abrir como imagen. Elige un PNG, un JPG, un WebP o un SVG.',
    },
    offline: 'No hubo respuesta del servidor. Revisa la conexión y elige el archivo de nuevo.',
    imageFailed: 'No se pudo guardar la imagen. Inténtalo de nuevo.',
  },
  conflict: {
    title: (name: string) => `${name} guardó esta sección mientras la editabas.`,
    merged:
      'Lo que cambió en otros campos ya está en el formulario, junto a lo tuyo. Revísalo y guarda otra vez.',
    choose:
      'Ambos cambiaron estos campos. Se guardará lo tuyo, salvo en los que elijas lo de la otra persona. Después guarda otra vez.',
    mine: 'Lo tuyo',
    theirs: (name: string) => `Lo de ${name}`,
    take: (label: string) => `Usar este: lo de la otra persona en ${label}`,
    takeShort: 'Usar este',
  },
  technician: 'Elige a quién',
  formerTechnician: 'Alguien que ya no está',
  commissionRehearsal: {
    title: 'Qué habría pagado esta regla',
    invalid: 'Corrige lo que está marcado arriba y aquí verás qué habría pagado.',
    locked: 'Ensayo sobre el pasado',
    lockedText:
      'Con el PIN de «Total Ganado» ves cuánto habría ganado cada técnico con la regla más nueva de arriba, aunque no esté guardada, y cuánto con la que vale hoy.',
    explanation:
      'La regla más nueva de arriba, guardada o no, junto a la más nueva que está guardada, como si cada una hubiera valido siempre.',
    none: (days: string) => `${days}: no habría habido comisiones.`,
    of: (days: string) => `Comisiones ${days}`,
    technician: 'Técnico',
    orders: 'Órdenes',
    before: 'Hoy',
    after: 'Con esta regla',
    difference: 'Diferencia',
    loading: 'Calculando…',
    failed: 'No se pudo ensayar.',
  },
  rehearsal: {
    title: 'Qué harían los recordatorios',
    off: 'Los recordatorios están apagados. Enciende uno arriba y aquí verás qué haría antes de guardar.',
    invalid: 'Corrige lo que está marcado arriba y aquí verás qué harían.',
    loading: 'Calculando…',
    loadFailed: 'No se pudo calcular qué harían los recordatorios.',
    unsaved: 'Con lo escrito arriba, aunque no esté guardado.',
    today: (count: number, cost: string) =>
      count === 1
        ? `Hoy saldría 1 recordatorio${cost}.`
        : `Hoy saldrían ${formatThousands(count)} recordatorios${cost}.`,
    none: 'Hoy no saldría ninguno.',
    closed: (day: string) => `Hoy no sale ninguno más: el local abre el ${day}.`,
    first: (count: number) => `Los primeros ${count}:`,
    past: (messages: number, customers: number, cost: string) =>
      messages === 0
        ? 'En los últimos 90 días no habría avisado a nadie.'
        : `En los últimos 90 días habría avisado a ${counted(customers, 'cliente', 'clientes')} con ${counted(messages, 'recordatorio', 'recordatorios')}${cost}.`,
    rows: 'Recordatorios de hoy',
    order: 'Orden',
    customer: 'Cliente',
    what: 'Recordatorio',
    step: (title: string, step: number) => `${title} · ${step}º`,
    waits: {
      title: 'Cuánto duraron las esperas',
      loadFailed: 'No se pudo calcular cuánto duraron las esperas.',
      none: 'En los últimos 90 días no terminó ninguna espera.',
      line: (label: string, kept: number, waits: number, usual: number) =>
        `${label}: ${kept} de ${counted(waits, 'espera terminó', 'esperas terminaron')} a tiempo en los últimos 90 días. Cuatro de cada cinco, en ${counted(usual, 'día', 'días')} o menos.`,
      noDays: (label: string, waits: number, usual: number) =>
        `${label}: ${counted(waits, 'espera', 'esperas')} en los últimos 90 días. Cuatro de cada cinco, en ${counted(usual, 'día', 'días')} o menos.`,
    },
  },
  history: {
    title: 'Historial',
    loading: 'Cargando el historial…',
    loadFailed: 'No se pudo cargar el historial.',
    initial: 'Valores iniciales.',
    installed: 'Al instalar la tienda',
    by: 'Quién',
    at: 'Cuándo',
    what: 'Qué cambió',
    actions: 'Acciones',
    before: 'Antes',
    after: 'Después',
    undid: 'Deshizo un cambio anterior',
    undo: 'Deshacer',
    undoOf: (name: string, moment: string) => `Deshacer el cambio de ${name} del ${moment}`,
    undoTitle: '¿Deshacer este cambio?',
    undoText:
      'Los campos que cambió vuelven a como estaban antes. Lo demás queda igual, y esto también se puede deshacer.',
    undone: 'Cambio deshecho.',
    undoFailed: 'No se pudo deshacer. Inténtalo de nuevo.',
  },
  file: {
    title: 'Exportar e importar',
    exportTitle: 'Exportar',
    exportText:
      'Un archivo con todos los ajustes, para guardarlo o llevarlo a otra tienda. No tiene datos de clientes.',
    export: 'Descargar ajustes',
    exportOffline: 'No hubo respuesta del servidor. Revisa la conexión y descarga de nuevo.',
    exportFailed: 'No se pudo descargar el archivo. Inténtalo de nuevo.',
    importTitle: 'Importar',
    importText: 'Elige un archivo de ajustes. Antes de cambiar algo verás qué cambiaría.',
    choose: 'Archivo de ajustes',
    unreadable: 'Este archivo no es de ajustes. Elige uno descargado desde esta página.',
    faults: 'Esto del archivo no se puede usar, y esas secciones quedan como están:',
    same: 'No hay nada que cambiar: los ajustes ya son los del archivo.',
    apply: (count: number) => (count === 1 ? 'Cambiar una sección' : `Cambiar ${count} secciones`),
    done: 'Ajustes importados.',
    conflict:
      'Otra persona guardó ajustes mientras tanto. Revisa de nuevo qué cambiaría e inténtalo de nuevo.',
    failed: 'No se pudieron importar los ajustes. Inténtalo de nuevo: lo que ya se cambió no se repite.',
  },
  value: {
    empty: '(vacío)',
    chip: 'como botón',
    stopsClock: 'no corre el plazo',
    days: (count: number) => (count === 1 ? '1 día' : `${count} días`),
    yes: 'Sí',
    no: 'No',
  },
} as const;
