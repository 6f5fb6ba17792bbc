/** All texts of the product import. */
import { ALL_REQUIRED } from '@taller/shared/stock/stock-schemas.ts';
import { countOf } from '@taller/shared/imports/screen/import-texts.ts';
import type { FieldId } from '#src/features/import/fields.ts';
import type { ItemProblem, ProblemCode, WarningCode } from '#src/features/import/inventory-import-types.ts';

const fields: Readonly<Record<FieldId, string>> = {
  brand: 'Marca',
  model: 'Modelo',
  type: 'Tipo',
  supplier: 'Proveedor',
  quantity: 'Cantidad',
  cost_price: 'Precio Cliente',
  min_stock: 'Stock mínimo',
  place: 'Lugar',
  code: 'Código',
};

/** A problem of a row as a sentence that says what to correct; `name` is the field's. */
const problems: Readonly<Record<ProblemCode, (name: string, value: string, detail: string) => string>> = {
  missing: (name) => `${ALL_REQUIRED} Falta: ${name.toLowerCase()}.`,
  too_long: (name) => `${name}: el texto es demasiado largo.`,
  bad_count: (name, value) => `${name} «${value}»: debe ser un número entero de 0 a 1.000.000.`,
  bad_price: (name, value) => `${name} «${value}»: no es un monto en pesos.`,
  repeated_code: (_, value, detail) => `Código ${value} repetido: ya está en la fila ${detail}.`,
  code_taken: (_, value, detail) =>
    `El código ${value} es de otro producto: ${detail}. Si el archivo viene de otro taller, elige «No importar» en Código.`,
  server: (_name, _value, detail) => `El servidor no aceptó la fila: ${detail}`,
};

/** Titles of the groups in which problems are counted. */
const reasons: Readonly<Record<ProblemCode, (name: string) => string>> = {
  missing: (name) => `Falta: ${name.toLowerCase()}`,
  too_long: (name) => `${name}: texto demasiado largo`,
  bad_count: (name) => `${name} que no es un número entero`,
  bad_price: () => 'Precio que no es un monto',
  repeated_code: () => 'Código repetido en el archivo',
  code_taken: () => 'Código de otro producto',
  server: () => 'El servidor no aceptó la fila',
};

const warnings: Readonly<Record<WarningCode, (rows: number) => string>> = {
  foreign_code: (n) =>
    `${countOf(n, 'código no es', 'códigos no son')} de este sistema (INV-000000). Esos productos reciben un código nuevo.`,
  free: (n) => `${countOf(n, 'producto viene', 'productos vienen')} con precio $0.`,
};

export const itemImportTexts = {
  title: 'Importar inventario',
  intro:
    'Agrega productos desde un archivo CSV. El historial de cada uno dirá de qué archivo vino. Un archivo exportado desde aquí se puede importar tal cual.',
  fileLabel: 'Archivo CSV con productos',
  fields,
  problem: ({ code, field, value, detail = '' }: ItemProblem) => problems[code](fields[field], value, detail),
  reason: ({ code, field }: ItemProblem) => reasons[code](fields[field]),
  warning: (code: WarningCode, rows: number) => warnings[code](rows),
  ready: 'Listas para importar',
  preview: 'Así quedarán los primeros productos',
  nothing: 'No hay productos nuevos que importar.',
  resumed: (n: number) =>
    `Este archivo ya se había empezado a importar: ${countOf(n, 'fila está', 'filas están')} adentro y no se repetirán.`,
  start: (n: number) => `Importar ${countOf(n, 'producto', 'productos')}`,
  running: (done: string, total: number) => `${done} de ${countOf(total, 'producto', 'productos')}`,
  doneTitle: (n: number) => countOf(n, 'producto importado', 'productos importados'),
  nothingDone: 'No entró ningún producto.',
  duplicates: (n: number) => countOf(n, 'ya estaba importado', 'ya estaban importados'),
  see: 'Ver el inventario',
  words: {
    newTypes: 'Tipos que no están en el sistema',
    newSuppliers: 'Proveedores que no están en el sistema',
    create: (name: string) => `Crear «${name}»`,
  },
  existing: {
    title: (n: number) =>
      countOf(n, 'fila es de un producto que ya existe', 'filas son de productos que ya existen'),
    hint: 'Iguales en marca, modelo, tipo y proveedor, sin mirar mayúsculas, tildes ni espacios. Su precio y stock mínimo no cambian.',
    label: 'Qué hacer con ellas',
    skip: 'Omitirlas',
    add: 'Sumar su cantidad al stock',
    seen: (n: number) =>
      `${countOf(n, 'de esas filas ya vino igual', 'de esas filas ya vinieron iguales')} en otro archivo. Si las sumas, puedes contar dos veces las mismas piezas.`,
  },
} as const;
