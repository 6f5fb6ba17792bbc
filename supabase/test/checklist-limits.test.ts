/** The limits of a checklist's contents, and their retention (REC-26, REC-27). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { callSaveChecklist, worksAt, type ChecklistCall } from './support/checklists.ts';
import { makeOrder } from './support/orders.ts';
import { newRut, openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const accessory = (label: unknown, id: unknown = randomUUID()) => ({ id, label });
const UNREADABLE = 'La lista no se entiende. Vuelve a abrirla y guárdala otra vez.';
const UNMARKED = 'Marca cada punto: Funciona, Falla o No probado.';
const NAMELESS = 'Escribe qué son los puntos: cada uno en hasta 60 letras.';

test('REC-26 a list with too much, too little or twice the same is refused with words, and changes nothing', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const same = randomUUID();
  const many = (count: number) => Array.from({ length: count }, (_, at) => `Punto ${at}`);
  const wrong: readonly (readonly [ChecklistCall, string])[] = [
    [{ points: many(41).map(worksAt) }, 'Hay demasiados: una lista lleva hasta 40 puntos.'],
    [
      { accessories: many(21).map((label) => accessory(label)) },
      'Hay demasiados: una lista lleva hasta 20 accesorios.',
    ],
    [{ points: [worksAt('Cámara'), worksAt(' camara ')] }, '«camara» está dos veces. Quita o cambia uno.'],
    [{ accessories: [accessory('Funda'), accessory('FUNDA')] }, 'está dos veces. Quita o cambia uno.'],
    [{ points: [worksAt('x'.repeat(61))] }, NAMELESS],
    [
      { accessories: [accessory('x'.repeat(61))] },
      'Escribe qué son los accesorios: cada uno en hasta 60 letras.',
    ],
    ...['', '  ', '\u200B', 5, null, ['Pantalla'], { label: 'Pantalla' }].map(
      (label) => [{ points: [{ label, result: 'works' }] }, NAMELESS] as const,
    ),
    ...['', 'broken', 'Works', null, true, ['works'], undefined].map(
      (result) => [{ points: [{ label: 'Pantalla', result }] }, UNMARKED] as const,
    ),
    ...[['Pantalla'], [null], [[]], [7]].map((points) => [{ points }, NAMELESS] as const),
    ...[{}, 7, true, null].map((points) => [{ points }, UNREADABLE] as const),
    ...[{}, false, null].map((accessories) => [{ accessories }, UNREADABLE] as const),
    ...[null, '', 'funda', 7, same.toUpperCase()].map(
      (wrongId) => [{ accessories: [accessory('Funda', wrongId)] }, UNREADABLE] as const,
    ),
    [{ accessories: [accessory('Funda', same), accessory('Chip', same)] }, UNREADABLE],
    [{ moment: 'repair' }, UNREADABLE],
    [{ moment: '' }, UNREADABLE],
    [{ type: 'toaster' }, UNREADABLE],
  ];
  for (const [call, message] of wrong) {
    const { error } = await callSaveChecklist(technician, id, call);
    expect(error?.message, JSON.stringify(call)).toContain(message);
    expect(error?.code, JSON.stringify(call)).toMatch(/^(?:23514|22023)$/);
  }
  const [{ lists } = {}] = await shop.sql`
    select count(*)::int as lists from public.order_checklists where order_id = ${id}`;
  expect(lists).toBe(0);
});

test('REC-26 labels are kept as people read them, without other keys, and a list may be full or empty', async () => {
  const { technician } = shop.people;
  const { id } = await makeOrder(shop);
  const known = randomUUID();
  const { data } = await callSaveChecklist(technician, id, {
    points: [{ label: ' Huella\n o\u202E rostro ', result: 'fails', extra: 'x' }],
    accessories: [{ id: known, label: 'Funda', price: 1 }],
  });
  expect(data).toMatchObject([
    {
      points: [{ label: 'Huella  o rostro', result: 'fails' }],
      accessories: [{ id: known, label: 'Funda' }],
    },
  ]);
  const full = {
    points: Array.from({ length: 40 }, (_, at) => worksAt(`${at} `.padEnd(60, 'x'))),
    accessories: Array.from({ length: 20 }, (_, at) => accessory(`${at} `.padEnd(60, 'ñ'))),
  };
  expect((await callSaveChecklist(technician, id, { ...full, known: 1 })).data).toMatchObject([
    { saved: true, version: 2 },
  ]);
  const empty = { points: [], accessories: [], known: 2 };
  expect((await callSaveChecklist(technician, id, empty)).data).toMatchObject([{ saved: true, version: 3 }]);
});

test('REC-26 the table itself refuses what no form writes', async () => {
  const { id } = await makeOrder(shop);
  const write = (points: string, accessories = '[]') =>
    shop.sql
      .unsafe(`insert into public.order_checklists (order_id, moment, equipment_type, points, accessories)
      values ('${id}', 'delivery', 'smartphone', '${points}', '${accessories}')`);
  for (const [points, accessories] of [
    ['{}', '[]'],
    ['"x"', '[]'],
    ['[1]', '[]'],
    ['[{"label": "Pantalla"}]', '[]'],
    ['[{"label": "", "result": "works"}]', '[]'],
    ['[{"label": "A", "result": "works"}, {"label": "a", "result": "fails"}]', '[]'],
    ['[]', '[{"id": "1"}]'],
  ])
    await expect(write(points ?? '', accessories), points).rejects.toThrow(/check constraint/);
});

test('REC-27 the customer’s own copy has the checklists, and they go with the order and with the person', async () => {
  const { admin, customer, receptionist } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  await callSaveChecklist(receptionist, id);
  const { data } = await customer.client.rpc('export_own_data');
  const orders = (data as { ordenes: { numero: number; estado_del_equipo: unknown }[] }).ordenes;
  expect(orders.find(({ numero }) => numero === number)?.estado_del_equipo).toMatchObject([
    {
      momento: 'recepción',
      tipo_de_equipo: 'smartphone',
      puntos: [
        { punto: 'Pantalla', resultado: 'funciona' },
        { punto: 'Cámara trasera', resultado: 'falla' },
        { punto: 'Señal', resultado: 'no probado' },
      ],
      accesorios: ['Funda'],
    },
  ]);
  const rut = newRut();
  const erased = await makeOrder(shop, { customer_rut: rut });
  await callSaveChecklist(receptionist, erased.id, { accessories: [accessory('Llavero de Rosa Soto')] });
  await shop.sql`update public.service_orders set status = 'cancelled' where id = ${erased.id}`;
  expect((await anonymize(admin, 'rut', rut)).error).toBeNull();
  await admin.client.from('service_orders').delete().eq('id', id);
  const left =
    await shop.sql`select from public.order_checklists where order_id in ${shop.sql([id, erased.id])}`;
  expect(left).toHaveLength(0);
  const [{ traces } = {}] = await shop.sql`
    select count(*)::int as traces from public.order_events where changes::text like '%Rosa Soto%'`;
  expect(traces).toBe(0);
});
