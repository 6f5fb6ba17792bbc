/** Texts of the import screen that do not depend on the kind. */
import type { FileProblem } from '../file/read-file.ts';
import type { FailureCode } from '../run/import-kind.ts';

const numbers = new Intl.NumberFormat('es-CL', { useGrouping: 'always' });

/** An integer with dots as thousands separators. */
export const formatCount = (n: number): string => numbers.format(n);

/** `1 fila`, `1.234 filas`. */
export const countOf = (n: number, one: string, many: string): string =>
  `${numbers.format(n)} ${n === 1 ? one : many}`;

const fileProblems: Readonly<Record<FileProblem, string>> = {
  binary:
    'Este archivo no es CSV. Si es una planilla de Excel, ábrela y elige Archivo → Guardar como → CSV (delimitado por comas).',
  too_big: 'El archivo pesa más de 50 MB. Divídelo en partes.',
  no_rows: 'El archivo no tiene filas debajo de los títulos.',
  one_column:
    'No se reconocen columnas: debe ser un archivo CSV separado por comas, punto y coma o tabulaciones.',
  unreadable: 'No se pudo leer el archivo. Puede haber cambiado de lugar: elígelo de nuevo.',
};

const failures: Readonly<Record<FailureCode, string>> = {
  offline: 'El servidor no respondió.',
  forbidden: 'Acceso no autorizado.',
  'not-found': 'El servidor no encontró la importación.',
  conflict: 'Otra persona cambió los mismos datos al mismo tiempo.',
  invalid: 'El servidor no aceptó los datos.',
  server: 'Ocurrió un error en el servidor.',
};

export const importTexts = {
  fileProblems,
  failures,
  file: {
    step: '1. Archivo',
    drop: 'Arrastra aquí el archivo CSV',
    or: 'o',
    hint: 'Sirve el CSV que guarda Excel, separado por coma o por punto y coma.',
    reading: 'Leyendo el archivo...',
    other: 'Elegir otro archivo',
    rows: (n: number) => countOf(n, 'fila', 'filas'),
    encoding: 'Codificación',
    separator: 'Separador',
  },
  columns: {
    step: '2. Columnas',
    intro: 'No reconocimos una columna para estos datos: elígela, o déjalos fuera.',
    allRecognised: 'Reconocimos todas las columnas del archivo.',
    notInFile: (n: number) => `No están en el archivo (${n})`,
    recognised: (n: number) => (n === 1 ? 'Reconocida (1)' : `Reconocidas (${n})`),
    none: 'No importar',
    required: 'obligatorio',
    missing: 'Elige una columna.',
    unnamed: (letter: string) => `Columna ${letter}`,
  },
  words: {
    unknown: 'Sin reconocer: elige uno',
    times: (n: number) => countOf(n, 'vez', 'veces'),
  },
  review: {
    button: 'Revisar sin importar',
    again: 'Revisar de nuevo',
    checking: 'Revisando...',
    step: '3. Revisión',
    intro: 'Esto es lo que pasará. Todavía no se ha importado nada.',
    already: 'Ya importadas antes',
    leftOut: 'Se omiten',
    refused: 'Con problemas',
  },
  refused: {
    title: 'Filas que no se importarán',
    afterTitle: 'Filas que no se importaron',
    intro: 'Descárgalas, corrígelas y vuelve a cargar el archivo: solo entrará lo que falte.',
    download: 'Descargar filas con problemas',
    line: 'Fila',
    originalLine: 'Fila original',
    reason: 'Motivo',
    reasonColumn: 'Por qué no se importó',
    row: 'Lo que dice el archivo',
    fileName: (name: string) => `${name.replace(/\.[^.]*$/, '')} - filas con problemas.csv`,
  },
  run: {
    step: 'Importación',
    progress: 'Progreso de la importación',
    stop: 'Detener',
    stopping: 'Terminando el lote...',
    keepOpen:
      'Puedes detenerla cuando quieras. Si se corta, vuelve a cargar el mismo archivo y seguirá donde quedó.',
    paused: (done: number, total: number) =>
      `Importación detenida en ${numbers.format(done)} de ${numbers.format(total)}. Nada se perdió.`,
    resume: 'Continuar',
    seconds: (s: number) => `En ${s < 10 ? s.toFixed(1).replace('.', ',') : Math.round(s)} segundos.`,
    refused: (n: number) => countOf(n, 'fila quedó afuera', 'filas quedaron afuera'),
    another: 'Importar otro archivo',
  },
} as const;
