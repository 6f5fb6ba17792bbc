/**
 * Rows that the product import rejects: the add form's rules on the server, whole batches, missing permissions
 * (INV-01).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InventoryImportRow } from '@taller/shared/stock/inventory/import-inventory.ts';
import { importedItems, importRowOf, sendImport, type ImportOptions } from './support/inventory-import.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rowOf = importRowOf;
const send = (rows: readonly object[], options?: ImportOptions) => sendImport(shop, rows, options);
const itemsOf = (row: InventoryImportRow) => importedItems(shop, row);

describe('INV-01 what stays out', () => {
  test.each([
    ['no brand', { brand: ' ' }, 'Todos los campos son obligatorios.'],
    ['no model', { model: '' }, 'Todos los campos son obligatorios.'],
    ['no type', { type: null }, 'Todos los campos son obligatorios.'],
    ['no supplier', { supplier: '' }, 'Todos los campos son obligatorios.'],
    ['no quantity', { quantity: null }, 'Todos los campos son obligatorios.'],
    ['no price', { cost_price: null }, 'Todos los campos son obligatorios.'],
    ['a negative quantity', { quantity: -1 }, 'La cantidad debe ser un número entero de 0 a 1.000.000.'],
    ['half a piece', { quantity: 1.5 }, 'La cantidad debe ser un número entero de 0 a 1.000.000.'],
    ['an enormous quantity', { quantity: 1e15 }, 'La cantidad debe ser un número entero de 0 a 1.000.000.'],
    ['words', { quantity: 'muchas' }, 'La cantidad debe ser un número entero de 0 a 1.000.000.'],
    ['a negative price', { cost_price: -990 }, 'El precio debe ser un número entero de 0 a 1.000.000.000.'],
    [
      'an enormous price',
      { cost_price: 99_999_999_999 },
      'El precio debe ser un número entero de 0 a 1.000.000.000.',
    ],
    ['a minimum below 0', { min_stock: -1 }, 'El stock mínimo debe ser un número entero de 0 a 1.000.000.'],
    ['a code of its own kind', { code: -5 }, 'El código no es de este sistema.'],
    ['a name without end', { brand: 'x'.repeat(121) }, 'Un texto es demasiado largo.'],
  ])('INV-01 %s: nothing of the batch goes in, and the line is named', async (_, change, message) => {
    const sound = rowOf();
    const bad = { ...rowOf(), ...change };
    const { error } = await send([sound, bad]);
    expect(error).toMatchObject({
      code: '23514',
      message: `La fila ${bad.row} no se puede importar: ${message}`,
      details: String(bad.row),
    });
    expect(await itemsOf(sound)).toEqual([]);
  });

  test('INV-01 a sum beyond what the table takes', async () => {
    const row = rowOf({ quantity: 999_999 });
    await send([row], { file: 'a' });
    const { error } = await send([{ ...row, quantity: 2 }], { file: 'b', existing: 'add' });
    expect(error?.message).toContain('quedarían más de 1.000.000 de piezas.');
    expect(await itemsOf(row)).toMatchObject([{ quantity: 999_999 }]);
  });

  test('INV-01 no more than 1,000 rows in one call, and no other choice than the two', async () => {
    const rows = Array.from({ length: 1001 }, () => rowOf());
    expect((await send(rows)).error?.message).toBe('Un lote lleva como máximo 1.000 filas.');
    expect((await send([rowOf()], { existing: 'replace' as never })).error?.message).toBe(
      'La importación no es válida.',
    );
  });

  test.each(['anon', 'customer'] as const)('DATA-02 %s imports nothing', async (actor) => {
    const row = rowOf();
    const { error } = await shop.clientOf(actor).rpc('import_inventory', {
      p_file_name: 'a.csv',
      p_file_key: 'a',
      p_existing: 'skip',
      p_rows: [row] as never,
    });
    expect(error).toMatchObject({ code: '42501' });
    expect(await itemsOf(row)).toEqual([]);
  });
});

describe('ORD-51 the counter of codes', () => {
  const nextCode = async () => {
    const row = rowOf();
    expect((await send([row])).outcomes).toEqual(['imported']);
    return Number((await itemsOf(row))[0]?.item_number);
  };

  test.each([
    ['a code far beyond the shop’s', { code: 999_999_999 }],
    ['a row that breaks a rule', { code: 5000, quantity: -1 }],
  ])('ORD-51 the counter of codes stays as it was after %s', async (_, change) => {
    const before = await nextCode();
    const { error } = await send([
      rowOf(),
      { ...rowOf(), row: 7, code: 4000 },
      { ...rowOf(), ...change, row: 8 },
    ]);
    expect(error).toMatchObject({ code: '23514', details: '8' });
    expect(error?.message).toMatch(/^La fila 8 no se puede importar: /);
    expect(await nextCode()).toBe(before + 1);
  });

  test('ORD-51 a batch that is rolled back after it answered leaves it as it was', async () => {
    const before = await nextCode();
    const { technician } = shop.people;
    const rows = [{ ...rowOf(), code: before + 500 }, rowOf()];
    const rolledBack = shop.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: technician.id, role: 'authenticated' })}, true)`;
      await tx`set local role authenticated`;
      const answer =
        await tx`select outcome, item_number from public.import_inventory('a.csv', 'rolled', 'skip', ${tx.json(rows as never)})`;
      expect(answer.map(({ item_number }) => Number(item_number))).toEqual([before + 500, before + 501]);
      throw new Error('the cast fails');
    });
    await expect(rolledBack).rejects.toThrow('the cast fails');
    expect(await nextCode()).toBe(before + 1);
  });

  test('ORD-51 after an import with codes the next item follows the highest', async () => {
    const before = await nextCode();
    expect((await send([{ ...rowOf(), code: before + 300 }])).outcomes).toEqual(['imported']);
    expect(await nextCode()).toBe(before + 301);
  });
});
