/** Every text of the import screen that a person reads. */
import type { DataErrorCode } from '@taller/shared/data/data-error.ts';
import { formatOrderNumber } from '@taller/shared/domain/order-number.ts';
import type { FieldId } from '#src/features/import/fields.ts';
import type { Problem, ProblemCode, WarningCode } from '#src/features/import/import-row.ts';
import type { FileProblem } from '#src/features/import/read-file.ts';

const rows = new Intl.NumberFormat('es-CL', { useGrouping: 'always' });
const count = (value: number, one: string, many: string) =>
  `${rows.format(value)} ${value === 1 ? one : many}`;

/** A label inside a sentence; abbreviations keep their capitals. */
const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

const fields: Readonly<Record<FieldId, string>> = {
  order_number: 'Número de orden',
  created_at: 'Fecha de ingreso',
  customer_name: 'Nombre del cliente',
  customer_rut: 'RUT',
  customer_phone: 'Teléfono',
  customer_address: 'Dirección',
  equipment_type: 'Tipo de equipo',
  equipment_brand: 'Marca',
  equipment_model: 'Modelo',
  imei: 'IMEI o serie',
  equipment_condition: 'Condición del equipo',
  work_description: 'Problema',
  technical_work: 'Trabajo técnico',
  status: 'Estado',
  total_amount: 'Total',
  advance_payment: 'Abono',
  updated_at: 'Última actualización o entrega',
  warranty_days: 'Garantía',
  notes: 'Notas',
};

/** One problem of a row as a sentence that says what to mend; `name` is the field's. */
const problems: Readonly<Record<ProblemCode, (name: string, value: string, detail: string) => string>> = {
  missing: (name) => `Falta: ${lower(name)}.`,
  bad_rut: (_, value) => `RUT «${value}»: deben ser 7 u 8 dígitos y un dígito verificador (0 a 9 o K).`,
  bad_phone: (_, value) => `Teléfono «${value}»: no es un número.`,
  bad_date: (name, value) => `${name} «${value}»: esa fecha no existe.`,
  date_out_of_range: (name, value) => `${name} «${value}»: la fecha es futura o anterior a 1990.`,
  unknown_status: (_, value) => `Estado «${value}»: elige arriba qué estado es.`,
  bad_amount: (name, value) => `${name} «${value}»: no es un monto en pesos.`,
  bad_number: (_, value) => `Número de orden «${value}»: debe ser un número.`,
  bad_warranty: (_, value) => `Garantía «${value}»: deben ser días, meses o años.`,
  too_long: (name) => `${name}: el texto es demasiado largo.`,
  repeated_number: (_, value, detail) => `Número de orden ${value} repetido: ya está en la fila ${detail}.`,
  number_taken: (_, value) => `La orden ${formatOrderNumber(Number(value))} ya existe con otros datos.`,
  server: (_name, _value, detail) => `El servidor no aceptó la fila: ${detail}`,
};

/** Titles of the groups in which problems are counted. */
const reasons: Readonly<Record<ProblemCode, (field: FieldId) => string>> = {
  missing: (field) => `Falta: ${lower(fields[field])}`,
  bad_rut: () => 'RUT imposible',
  bad_phone: () => 'Teléfono que no es un número',
  bad_date: (field) => `${fields[field]}: fecha que no existe`,
  date_out_of_range: (field) => `${fields[field]}: fecha futura o muy antigua`,
  unknown_status: () => 'Estado desconocido',
  bad_amount: (field) => `${fields[field]} que no es un monto`,
  bad_number: () => 'Número de orden que no es un número',
  bad_warranty: () => 'Garantía que no se entiende',
  too_long: (field) => `${fields[field]}: texto demasiado largo`,
  repeated_number: () => 'Número de orden repetido en el archivo',
  number_taken: () => 'Número de una orden que ya existe',
  server: () => 'El servidor no aceptó la fila',
};

const warnings: Readonly<Record<WarningCode, (rows: number) => string>> = {
  check_digit: (n) =>
    `${count(n, 'RUT tiene', 'RUT tienen')} un dígito verificador que no coincide. Se guardan tal cual.`,
  no_brand: (n) => `${count(n, 'equipo viene', 'equipos vienen')} sin marca. Quedan como «Sin marca».`,
  type_unknown: (n) =>
    `${count(n, 'equipo tiene', 'equipos tienen')} un tipo desconocido o vacío. Quedan como «Otros».`,
  not_mobile: (n) =>
    `${count(n, 'teléfono no es', 'teléfonos no son')} un celular chileno: WhatsApp no llegará ahí.`,
  advance_over_total: (n) => `${count(n, 'orden tiene', 'órdenes tienen')} un abono mayor que el total.`,
  updated_before_created: (n) =>
    `${count(n, 'orden tiene', 'órdenes tienen')} una actualización anterior al ingreso. Esa fecha se omite.`,
};

const fileProblems: Readonly<Record<FileProblem, string>> = {
  binary:
    'Este archivo no es CSV. Si es una planilla de Excel, ábrela y elige Archivo → Guardar como → CSV (delimitado por comas).',
  too_big: 'El archivo pesa más de 50 MB. Divídelo en partes.',
  no_rows: 'El archivo no tiene filas debajo de los títulos.',
  one_column:
    'No se reconocen columnas: debe ser un archivo CSV separado por comas, punto y coma o tabulaciones.',
  unreadable: 'No se pudo leer el archivo. Puede haber cambiado de lugar: elígelo de nuevo.',
};

const serverProblems: Readonly<Record<DataErrorCode, string>> = {
  offline: 'No hay conexión con el servidor.',
  forbidden: 'Acceso no autorizado.',
  'not-found': 'El servidor no encontró la importación.',
  conflict: 'Otra persona cambió los mismos datos al mismo tiempo.',
  invalid: 'El servidor no aceptó los datos.',
  server: 'Ocurrió un error en el servidor.',
};

export const esImport = {
  title: 'Importar órdenes',
  intro:
    'Trae las órdenes de tu sistema anterior desde un archivo CSV. Conservan su número y su fecha, y no se envía ningún mensaje a los clientes.',
  fields,
  problem: ({ code, field, value, detail = '' }: Problem) => problems[code](fields[field], value, detail),
  reasons,
  warnings,
  fileProblems,
  serverProblems,
  count: (n: number) => rows.format(n),
  rowCount: (n: number) => count(n, 'fila', 'filas'),
  orderCount: (n: number) => count(n, 'orden', 'órdenes'),
  file: {
    step: '1. Archivo',
    drop: 'Arrastra aquí el archivo CSV',
    or: 'o',
    choose: 'Elegir archivo',
    label: 'Archivo CSV con órdenes',
    hint: 'Sirve el CSV que guarda Excel, separado por coma o por punto y coma.',
    reading: 'Leyendo el archivo...',
    other: 'Elegir otro archivo',
    encoding: 'Codificación',
    separator: 'Separador',
    encodingHint: 'Cámbiala si las tildes se ven mal.',
  },
  columns: {
    step: '2. Columnas',
    intro: 'Revisa qué columna del archivo corresponde a cada dato.',
    field: 'Dato de la orden',
    column: 'Columna del archivo',
    example: 'Ejemplo',
    none: 'No importar',
    required: 'obligatorio',
    missing: 'Elige una columna.',
    unnamed: (letter: string) => `Columna ${letter}`,
    dateOrder: 'Fechas como 03-04-2020',
    dmy: 'Día primero (3 de abril)',
    mdy: 'Mes primero (4 de marzo)',
  },
  words: {
    statusTitle: 'Estados del archivo',
    typeTitle: 'Tipos de equipo del archivo',
    unknown: 'Sin reconocer: elige uno',
    times: (n: number) => count(n, 'vez', 'veces'),
  },
  review: {
    button: 'Revisar sin importar',
    again: 'Revisar de nuevo',
    checking: 'Revisando...',
    step: '3. Revisión',
    intro: 'Esto es lo que pasará. Todavía no se ha importado nada.',
    ready: 'Listas para importar',
    already: 'Ya importadas antes',
    refused: 'Con problemas',
    preview: 'Así quedarán las primeras órdenes',
    nothing: 'No hay órdenes nuevas que importar.',
    resumed: (n: number) =>
      `Este archivo ya se había empezado a importar: ${count(n, 'orden está', 'órdenes están')} adentro y no se repetirán.`,
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
    start: (n: number) => `Importar ${count(n, 'orden', 'órdenes')}`,
    progress: 'Progreso de la importación',
    running: (done: number, total: number) => `${rows.format(done)} de ${count(total, 'orden', 'órdenes')}`,
    stop: 'Detener',
    stopping: 'Terminando el lote...',
    keepOpen:
      'Puedes detenerla cuando quieras. Si se corta, vuelve a cargar el mismo archivo y seguirá donde quedó.',
    paused: (done: number, total: number) =>
      `Importación detenida en ${rows.format(done)} de ${rows.format(total)}. Nada se perdió.`,
    resume: 'Continuar',
    doneTitle: (n: number) => count(n, 'orden importada', 'órdenes importadas'),
    nothingDone: 'No entró ninguna orden nueva.',
    seconds: (s: number) => `En ${s < 10 ? s.toFixed(1).replace('.', ',') : Math.round(s)} segundos.`,
    duplicates: (n: number) => count(n, 'ya estaba importada', 'ya estaban importadas'),
    refused: (n: number) => count(n, 'fila quedó afuera', 'filas quedaron afuera'),
    seeOrders: 'Ver las órdenes',
    another: 'Importar otro archivo',
  },
} as const;
