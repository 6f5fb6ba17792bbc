/** Texts of where devices are. */
export const placeTexts = {
  place: 'Ubicación del equipo',
  none: 'Sin ubicación',
  failed: 'No se pudo mover el equipo.',
  passport: 'Historial del equipo',
  filter: 'Ubicación',
  anywhere: 'Ubicación: todas',
} as const;

/** The start of a code: one of a visiting card or a network has hundreds of characters. */
const shortened = (code: string): string => (code.length > 40 ? `${code.slice(0, 40)}…` : code);

/** Texts of moving devices. */
export const moveTexts = {
  title: 'Mover equipos',
  hint: 'Escanea la etiqueta de una ubicación y después las de los equipos que dejas ahí.',
  code: 'Escanea o escribe un número de orden, IMEI o serie',
  to: 'Mover a',
  choose: 'Elige una ubicación',
  labels: 'Imprimir etiquetas de ubicaciones',
  there: (place: string) => `Ver los equipos en ${place}`,
  none: 'Todavía no hay equipos en la lista.',
  list: 'Equipos por mover',
  missing: 'Ninguna orden tiene este número: quítalo.',
  delivered: 'Ya se entregó: quítalo.',
  remove: (number: string) => `Quitar la orden ${number}`,
  added: (number: string) => `Orden ${number} agregada.`,
  twice: (number: string) => `La orden ${number} ya está en la lista.`,
  scanned: 'Ubicación escaneada.',
  chosen: (place: string) => `Ubicación: ${place}.`,
  unknownPlace: 'Esa ubicación ya no está en Ajustes: imprime etiquetas nuevas, o elígela en la lista.',
  foreign: 'Ese código es de otro sitio.',
  unknown: (code: string) =>
    `«${shortened(code)}» no es una orden, un equipo ni una ubicación. Escanea la etiqueta del equipo.`,
  looking: 'Buscando el equipo…',
  notHere: (imei: string) => `Ningún equipo con el número ${imei} está en la tienda.`,
  lookFailed: 'No se pudo buscar el equipo. Escanea la etiqueta de su orden, o inténtalo otra vez.',
  full: 'Hasta 50 equipos de una vez: muévelos y sigue.',
  move: (count: number) => (count === 1 ? 'Mover 1 equipo' : `Mover ${count} equipos`),
  moved: (count: number, place: string) =>
    count === 1 ? `1 equipo quedó en ${place}.` : `${count} equipos quedaron en ${place}.`,
  failed: 'No se pudieron mover los equipos.',
  readFailed: 'No se pudieron leer las órdenes.',
  noPlaces: 'La tienda no tiene ubicaciones: administración las escribe en Ajustes, en Mesón.',
} as const;
