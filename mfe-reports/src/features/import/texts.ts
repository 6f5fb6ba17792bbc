/** All texts of the order import. */
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { FIELD_LABELS } from '@taller/shared/orders/fields/order-fields.ts';
import { countOf } from '@taller/shared/imports/screen/import-texts.ts';
import type { FieldId } from '#src/features/import/fields.ts';
import type { OrderProblem, ProblemCode, WarningCode } from '#src/features/import/import-row.ts';

/** A label inside a sentence; abbreviations stay upper-case. */
const lower = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

const fields: Readonly<Record<FieldId, string>> = {
  ...FIELD_LABELS,
  order_number: 'Número de orden',
  created_at: 'Fecha de ingreso',
  status: 'Estado',
  updated_at: 'Última actualización o entrega',
  promised_at: 'Comprometida para',
  warranty_days: 'Garantía',
  parts_warranty_days: 'Garantía de repuestos',
  notes: 'Notas',
  device_code: 'Clave del equipo',
};

/** A problem of a row as a sentence that says what to correct; `name` is the field's. */
const problems: Readonly<Record<ProblemCode, (name: string, value: string, detail: string) => string>> = {
  missing: (name) => `Falta: ${lower(name)}.`,
  bad_rut: (_, value) => `RUT «${value}»: deben ser 7 u 8 dígitos y un dígito verificador (0 a 9 o K).`,
  bad_phone: (_, value) => `Teléfono «${value}»: no es un número.`,
  bad_date: (name, value) => `${name} «${value}»: esa fecha no existe.`,
  date_out_of_range: (name, value) => `${name} «${value}»: la fecha es futura o anterior a 1990.`,
  unknown_status: (_, value) => `Estado «${value}»: elige arriba qué estado es.`,
  bad_amount: (name, value) => `${name} «${value}»: no es un monto en pesos.`,
  bad_number: (_, value) => `Número de orden «${value}»: debe ser un número.`,
  bad_warranty: (name, value) => `${name} «${value}»: deben ser días, meses o años.`,
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
    `${countOf(n, 'RUT tiene', 'RUT tienen')} un dígito verificador que no coincide. Se guardan tal cual.`,
  no_brand: (n) => `${countOf(n, 'equipo viene', 'equipos vienen')} sin marca. Quedan como «Sin marca».`,
  type_unknown: (n) =>
    `${countOf(n, 'equipo tiene', 'equipos tienen')} un tipo desconocido o vacío. Quedan como «Otros».`,
  not_mobile: (n) =>
    `${countOf(n, 'teléfono no es', 'teléfonos no son')} un celular chileno: WhatsApp no llegará ahí.`,
  advance_over_total: (n) => `${countOf(n, 'orden tiene', 'órdenes tienen')} un abono mayor que el total.`,
  updated_before_created: (n) =>
    `${countOf(n, 'orden tiene', 'órdenes tienen')} una actualización anterior al ingreso. Esa fecha se omite.`,
  code_left_out: (n) =>
    `${countOf(n, 'clave es', 'claves son')} de equipos entregados o cancelados. No se importan.`,
  imei_rounded: (n) =>
    `${countOf(n, 'IMEI viene abreviado', 'IMEI vienen abreviados')} por la planilla, como 3,56938E+14: le faltan dígitos. En Excel, da a esa columna el formato Texto y guarda el archivo otra vez.`,
};

export const orderImportTexts = {
  title: 'Importar órdenes',
  intro:
    'Trae las órdenes de tu sistema anterior desde un archivo CSV. Conservan su número y su fecha; si un número ya existe, la orden puede entrar con otro y se encuentra también por el anterior. No se envía ningún mensaje a los clientes. Las claves de los equipos que siguen en el taller se cifran en este navegador antes de enviarse.',
  fileLabel: 'Archivo CSV con órdenes',
  fields,
  problem: ({ code, field, value, detail = '' }: OrderProblem) =>
    problems[code](fields[field], value, detail),
  reason: ({ code, field }: OrderProblem) => reasons[code](field),
  warning: (code: WarningCode, rows: number) => warnings[code](rows),
  ready: 'Listas para importar',
  preview: 'Así quedarán las primeras órdenes',
  columns: {
    number: 'Orden',
    customer: 'Cliente',
    equipment: 'Equipo',
    status: 'Estado y total',
    noTotal: 'Sin total',
  },
  nothing: 'No hay órdenes nuevas que importar.',
  resumed: (n: number) =>
    `Este archivo ya se había empezado a importar: ${countOf(n, 'orden está', 'órdenes están')} adentro y no se repetirán.`,
  start: (n: number) => `Importar ${countOf(n, 'orden', 'órdenes')}`,
  running: (done: string, total: number) => `${done} de ${countOf(total, 'orden', 'órdenes')}`,
  doneTitle: (n: number) => countOf(n, 'orden importada', 'órdenes importadas'),
  nothingDone: 'No entró ninguna orden nueva.',
  duplicates: (n: number) => countOf(n, 'ya estaba importada', 'ya estaban importadas'),
  see: 'Ver las órdenes',
  words: {
    dateOrder: 'Fechas como 03-04-2020',
    dmy: 'Día primero (3 de abril)',
    mdy: 'Mes primero (4 de marzo)',
    takenNumbers: 'Números de orden que ya existen',
    takenNumbersHint: 'También los que se repiten en el archivo.',
    leave: 'Dejar esas filas fuera',
    renew: 'Darles un número nuevo',
    statusTitle: 'Estados del archivo',
    typeTitle: 'Tipos de equipo del archivo',
  },
} as const;

/** Old imported orders that are open still. */
export const closeOldTexts = {
  title: 'Órdenes antiguas que siguen abiertas',
  intro:
    'Cierra de una vez las órdenes importadas que quedaron abiertas en el sistema anterior. Solo las que nadie ha tocado aquí; no se avisa a ningún cliente.',
  age: 'Ingresadas hace más de',
  ages: [
    { value: '90', label: '3 meses' },
    { value: '180', label: '6 meses' },
    { value: '365', label: '1 año' },
    { value: '730', label: '2 años' },
  ],
  found: (delivered: number, cancelled: number) =>
    delivered + cancelled === 0
      ? 'No hay órdenes importadas abiertas de hace tanto tiempo.'
      : `${countOf(delivered, 'orden terminada pasa', 'órdenes terminadas pasan')} a Entregado y ${countOf(cancelled, 'sin terminar', 'sin terminar')} a Cancelado.`,
  close: 'Cerrar sin avisar',
  cancel: 'Cancelar',
  confirm: 'Sí, cerrarlas',
  question: (n: number) => `¿Cerrar ${countOf(n, 'orden antigua', 'órdenes antiguas')}?`,
  consequence: 'Cada una deja constancia en su historial. No se puede deshacer en conjunto.',
  done: 'Órdenes antiguas cerradas, sin avisos',
  readFailed: 'No se pudieron contar las órdenes antiguas.',
  failed: 'No se pudieron cerrar todas. Vuelve a intentar: las que ya se cerraron no se repiten.',
} as const;
