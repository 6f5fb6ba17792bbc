/** The desk's search compared with a plain reading of the orders, over random searches (ORD-02). */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from './support/shop.ts';

interface Texts {
  readonly order_number: number;
  readonly customer_name: string;
  readonly customer_rut: string;
  readonly customer_phone: string;
  readonly equipment_brand: string;
  readonly equipment_model: string;
  readonly imei: string;
  /** The texts that a search in all fields reads, one on each line. */
  readonly all: string;
}
type Field = Exclude<keyof Texts, 'order_number'>;
const FIELDS: readonly Field[] = [
  'customer_name',
  'customer_rut',
  'customer_phone',
  'equipment_brand',
  'equipment_model',
  'imei',
  'all',
];

let shop: Shop;
let orders: readonly Texts[];
beforeAll(async () => {
  shop = await openShop();
  await shop.sql`
    insert into public.service_orders (order_number, former_number, status, customer_name, customer_phone, second_phone,
      customer_rut, customer_address, equipment_type, equipment_brand, equipment_model, imei, equipment_condition,
      work_description, technical_work, notes, import_key)
    select 2000 + g, case when g % 3 = 0 then g * 7 end, 'delivered',
      (array['Ñandú O''Higgins', '100% Real_S.A.', 'Straße Löwe', 'Ana María-José', 'x', 'G\\o ca', '<b>Cañas</b> 📱'])[1 + g % 7]
        || ' ' || g % 37,
      (array['+56 2 2255 ', '+49 (0)151 2345', '91234'])[1 + g % 3] || 1000 + g,
      case when g % 5 = 0 then '+56 9 8123 ' || 1000 + g end,
      case when g % 7 = 0 then 'AR/AAB' || 1000 + g
        else 1000000 + g * 37 || '-' || (array['K', '0', '5'])[1 + g % 3] end,
      case when g % 2 = 0 then 'Calle Falsa ' || g || E', dpto. 4-B' end, 'laptop',
      (array['HP', 'LG', 'Hewlett-Packard', 'Sony Ericsson', '100%'])[1 + g % 5],
      (array['', 'Pavilion 15-ec1', 'K10', 'W_200', 'C\\A 5'])[1 + g % 5],
      (array[null, '35-693803-56' || 1000 + g, 'Equipo ' || g % 9])[1 + g % 3],
      (array['', 'Rayas', 'Sin tapa, cañería'])[1 + g % 3], E'Línea uno\ncaída dos\n12-k ' || g,
      (array['', 'Placa 678-k', 'ok'])[1 + g % 3],
      case when g % 4 = 0 then repeat('nota larga ', 250) || 'final' || g else E'a\ncable' end, 'azar-' || g
    from generate_series(1, 400) as g`;
  // Beyond the six digits of a number.
  await shop.sql`
    update public.service_orders set order_number = order_number + 1000000 where order_number % 10 = 0`;
  orders = await shop.sql<Texts[]>`
    select o.order_number, private.fold(o.customer_name) as customer_name,
      lower(replace(o.customer_rut, '-', '')) as customer_rut, private.search_phone(o.customer_phone) as customer_phone,
      private.fold(o.equipment_brand) as equipment_brand, private.fold(o.equipment_model) as equipment_model,
      private.fold(o.imei) as imei,
      private.fold(concat_ws(E'\n', private.format_order_number(o.order_number),
        private.format_order_number(o.former_number), o.customer_name, o.customer_rut, replace(o.customer_rut, '-', ''),
        private.search_phone(o.customer_phone), private.search_phone(o.second_phone), o.customer_address,
        o.equipment_brand, o.equipment_model, o.imei, left(o.equipment_condition, 2000), left(o.work_description, 2000),
        left(o.technical_work, 2000), left(o.notes, 2000))) as all
    from public.service_orders o order by o.order_number`;
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Parts of the orders' own texts and of what is not in them, as people type them. */
const anyWord = (): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...orders),
          fc.constantFrom(...FIELDS),
          fc.nat(),
          fc.integer({ min: 1, max: 12 }),
        )
        .map(([order, field, at, length]) => {
          const text = order[field];
          const from = at % Math.max(1, text.length);
          return text.slice(from, from + length);
        }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%',
        '_',
        '\\',
        '-',
        '/',
        '00',
        '-k',
        '5-',
        '12-k',
        '678-k',
        'qqzz',
        'ñ',
        'SS',
        'ar/',
        "'",
      ),
    },
  );
const anySearch = () =>
  fc.tuple(
    fc.constantFrom(...FIELDS),
    fc.array(anyWord(), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  );

/** The term as the search reads it: the field's rules on dots, dashes and prefixes, which other tests assert. */
function readTerm(field: Field, folded: string): string | null {
  const term = folded.replaceAll(/\s+/g, ' ').trim();
  if (field === 'customer_rut') return term.replaceAll(/[^0-9k]/g, '') || null;
  if (field === 'customer_phone') {
    const digits = term.replaceAll(/[^0-9]/g, '');
    return digits.replace(/^0+/, '') || digits || null;
  }
  return field === 'all' && /^[+(]?[0-9][0-9 .()+-]*[0-9k]$/.test(term)
    ? term.replaceAll(/[^0-9k]/g, '').replace(/^0+/, '')
    : term;
}

function finds(order: Texts, field: Field, folded: string): boolean {
  const term = readTerm(field, folded);
  if (term === null) return false;
  const words = term.split(/\s+/).slice(0, 6);
  const text = order[field];
  // Words of one or two letters alone are looked for at the beginning of words; a phone's, of the phone.
  if (words.every((word) => /^.{0,2}$/su.test(word))) {
    if (field === 'customer_phone') return text.startsWith(term) || text.startsWith(`56${term}`);
    return words.every((word) => text.startsWith(word) || text.includes(` ${word}`));
  }
  return words.every((word) => text.includes(word));
}

test('ORD-02 a search finds the orders whose texts have its words, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(anySearch(), async ([field, search]) => {
      fc.pre(search.trim() !== '');
      const [read] = await shop.sql<{ folded: string; condition: string }[]>`
        select private.fold(private.plain_marks(left(${search}, 200))) as folded,
          private.search_condition(${field}, ${search}) as condition`;
      const found = await shop.sql.unsafe<{ order_number: number }[]>(
        `select s.order_number from private.order_texts s where true ${read?.condition} order by s.order_number`,
      );
      expect(found.map(({ order_number }) => order_number)).toEqual(
        orders
          .filter((order) => finds(order, field, read?.folded ?? ''))
          .map(({ order_number }) => order_number),
      );
    }),
    // A pasted line break is a blank: it takes no place of the six words.
    { numRuns: 600, examples: [[['all', '\ncaida d 100% r 1  re']]] },
  );
});
