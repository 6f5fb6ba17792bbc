import { guessColumns } from '@taller/shared/imports/file/guess-columns.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';
import { expect, test } from 'vitest';
import { itemImportTexts } from '#src/features/import/texts.ts';
import { itemConverter } from './convert-item.ts';
import { FIELD_IDS, ITEM_FIELDS, type FieldId } from './fields.ts';
import type { ItemOptions } from './inventory-import-types.ts';
import { isExisting } from './inventory-import.tsx';

const mapping = Object.fromEntries(FIELD_IDS.map((field, column) => [field, column]));
const options: ItemOptions = { types: {}, suppliers: {}, existing: 'skip' };

const SOUND: Readonly<Record<FieldId, string>> = {
  brand: ' Samsung ',
  model: 'Galaxy  A15',
  type: 'Pantalla',
  supplier: 'FullMobile',
  quantity: '1.000',
  cost_price: '$44.990',
  min_stock: '',
  place: '',
  code: '',
};

const cellsOf = (change: Partial<Record<FieldId, string>>) =>
  FIELD_IDS.map((field) => ({ ...SOUND, ...change })[field]);

function convert(change: Partial<Record<FieldId, string>> = {}, more: Partial<ItemOptions> = {}) {
  return itemConverter(mapping, { ...options, ...more })(5, cellsOf(change));
}

function sentences(change: Partial<Record<FieldId, string>>) {
  const converted = convert(change);
  return converted.ok ? [] : converted.problems.map((problem) => itemImportTexts.problem(problem));
}

test('INV-01 a row becomes a product', () => {
  expect(convert({ min_stock: '3', place: ' Estante  B2 ', code: 'INV-000012' })).toEqual({
    ok: true,
    warnings: [],
    row: {
      row: 5,
      code: 12,
      brand: 'Samsung',
      model: 'Galaxy A15',
      type: 'Pantalla',
      supplier: 'FullMobile',
      quantity: 1000,
      cost_price: 44_990,
      min_stock: 3,
      place: 'Estante B2',
      repeats: false,
    },
  });
});

test.each([
  [{ brand: ' ' }, 'Todos los campos son obligatorios. Falta: marca.'],
  [{ model: '' }, 'Todos los campos son obligatorios. Falta: modelo.'],
  [{ type: '' }, 'Todos los campos son obligatorios. Falta: tipo.'],
  [{ supplier: '' }, 'Todos los campos son obligatorios. Falta: proveedor.'],
  [{ quantity: '' }, 'Todos los campos son obligatorios. Falta: cantidad.'],
  [{ cost_price: '' }, 'Todos los campos son obligatorios. Falta: precio cliente.'],
  [{ quantity: '-1' }, 'Cantidad «-1»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: "'-1" }, 'Cantidad «-1»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: '1,5' }, 'Cantidad «1,5»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: '5-' }, 'Cantidad «5-»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: 'muchas' }, 'Cantidad «muchas»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: '1000001' }, 'Cantidad «1000001»: debe ser un número entero de 0 a 1.000.000.'],
  [{ quantity: '9e99' }, 'Cantidad «9e99»: debe ser un número entero de 0 a 1.000.000.'],
  [{ min_stock: '-2' }, 'Stock mínimo «-2»: debe ser un número entero de 0 a 1.000.000.'],
  [{ cost_price: '-990' }, 'Precio Cliente «-990»: no es un monto en pesos.'],
  [{ cost_price: '990,5' }, 'Precio Cliente «990,5»: no es un monto en pesos.'],
  [{ cost_price: 'caro' }, 'Precio Cliente «caro»: no es un monto en pesos.'],
  [{ cost_price: '1000000000' }, 'Precio Cliente «1000000000»: no es un monto en pesos.'],
  [{ brand: 'x'.repeat(121) }, 'Marca: el texto es demasiado largo.'],
  [{ model: 'x'.repeat(201) }, 'Modelo: el texto es demasiado largo.'],
])('INV-01 %j is refused: %s', (change, sentence) => {
  expect(sentences(change)).toEqual([sentence]);
});

test('INV-01 all faults of a row are reported at once', () => {
  expect(sentences({ brand: '', quantity: 'x', cost_price: 'y' })).toHaveLength(3);
});

test('INV-01 codes of another system are left out, a price of $0 is pointed at', () => {
  expect(convert({ code: 'SKU-55', cost_price: '0' })).toMatchObject({
    ok: true,
    warnings: ['foreign_code', 'free'],
  });
});

test('INV-02 a word of the file can mean a type or supplier that is there', () => {
  const converted = convert(
    { type: 'Displays LCD', supplier: 'Full Mobile' },
    { types: { [fold('displays lcd')]: 'Pantalla' }, suppliers: { [fold('Full Mobile')]: 'FullMobile' } },
  );
  expect(converted).toMatchObject({ ok: true, row: { type: 'Pantalla', supplier: 'FullMobile' } });
});

test('INV-01 a code twice in the file: the later row is refused and names the earlier', () => {
  const read = itemConverter(mapping, options);
  expect(read(2, cellsOf({ code: 'INV-000007' })).ok).toBe(true);
  const again = read(3, cellsOf({ code: 'inv-7' }));
  expect(again.ok ? [] : again.problems.map((problem) => itemImportTexts.problem(problem))).toEqual([
    'Código INV-000007 repetido: ya está en la fila 2.',
  ]);
});

test('INV-01 the same product twice in the file counts as existing, unless each has a code of its own', () => {
  const read = itemConverter(mapping, options);
  const repeats = (line: number, change: Partial<Record<FieldId, string>>) => {
    const converted = read(line, cellsOf(change));
    return converted.ok && isExisting({ ...converted.row, key: '' }, 'new');
  };
  expect(repeats(2, {})).toBe(false);
  expect(repeats(3, { brand: 'SAMSUNG', model: 'galáxy a15' })).toBe(true);
  expect(repeats(4, { code: 'INV-000001' })).toBe(false);
  expect(repeats(5, { supplier: 'Otro' })).toBe(false);
});

const guess = (...header: string[]) =>
  Object.fromEntries(
    Object.entries(guessColumns(ITEM_FIELDS, header, [])).map(([field, column]) => [field, header[column]]),
  );

test('INV-01 the headings of our own export', () => {
  const header =
    'Código;Marca;Modelo;Tipo;Proveedor;Cantidad;Precio Cliente;Stock mínimo;Lugar;Agregado'.split(';');
  expect(guess(...header)).toEqual({
    code: 'Código',
    brand: 'Marca',
    model: 'Modelo',
    type: 'Tipo',
    supplier: 'Proveedor',
    quantity: 'Cantidad',
    cost_price: 'Precio Cliente',
    min_stock: 'Stock mínimo',
    place: 'Lugar',
  });
});

test('INV-01 the headings of another system', () => {
  expect(
    guess(
      'SKU',
      'Producto',
      'Fabricante',
      'Categoría',
      'Stock',
      'Stock crítico',
      'Ubicación',
      'Costo',
      'Distribuidor',
    ),
  ).toEqual({
    code: 'SKU',
    model: 'Producto',
    brand: 'Fabricante',
    type: 'Categoría',
    quantity: 'Stock',
    min_stock: 'Stock crítico',
    place: 'Ubicación',
    cost_price: 'Costo',
    supplier: 'Distribuidor',
  });
});

test('INV-01 every field has headings of its own, written folded', () => {
  expect(ITEM_FIELDS.map(({ id }) => id)).toEqual(FIELD_IDS);
  const all = ITEM_FIELDS.flatMap(({ headings }) => headings);
  expect(all.filter((heading) => fold(heading) !== heading)).toEqual([]);
  expect(all.filter((heading, index) => all.indexOf(heading) !== index)).toEqual([]);
});
