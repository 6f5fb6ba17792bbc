/** Quotes while the database is killed again and again in the middle of them (QUO-15). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KILLS, openKilledShop, refuseWords, type Asked, type KilledShop } from './support/killed-shop.ts';

let shop: KilledShop;
beforeAll(async () => {
  shop = await openKilledShop('technician');
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Two screens to choose from and an optional protector: 75,000 as suggested, 58,000 as the customer takes it. */
function makeLines() {
  const line = (description: string, unit_price: number, rest: object = {}) => ({
    id: randomUUID(),
    kind: 'part',
    description,
    quantity: 1,
    unit_price,
    discount: 0,
    condition: 'new',
    choice: null,
    optional: false,
    chosen: true,
    note: '',
    product_id: null,
    ...rest,
  });
  return [
    line('Cambio', 15_000, { kind: 'labour', condition: null }),
    line('Original', 60_000, { choice: 'Pantalla' }),
    line('Compatible', 35_000, { choice: 'Pantalla', chosen: false }),
    line('Lámina', 8000, { optional: true, chosen: false }),
  ];
}
type Lines = ReturnType<typeof makeLines>;

/** A change as the form sends it, on the version that was read: one that finds another version asks for the order. */
function update(id: string, columns: Record<string, unknown>): Asked {
  return {
    send: async () => {
      const { data, error } = await shop.client
        .from('service_orders')
        .update(columns)
        .eq('id', id)
        .eq('version', 1)
        .select('id');
      refuseWords(error);
      if (error || data.length > 0) return error === null;
      const { data: order } = await shop.client
        .from('service_orders')
        .select('version')
        .eq('id', id)
        .single();
      return order?.version === 2;
    },
    work: (tx) =>
      tx`update public.service_orders set ${tx(columns as never)} where id = ${id} and version = 1`,
  };
}

/** The quote as it is shown, and what is taken of it. */
async function taken(id: string, lines: Lines) {
  const [shown] = await shop.sql`select version from public.get_quote(${id})`;
  const chosen = lines.flatMap(({ id: line, description }) =>
    description === 'Compatible' || description === 'Lámina' ? [line] : [],
  );
  return { version: String(shown?.version), chosen };
}

/** The customer's answer by the link. */
async function byLink(id: string, lines: Lines): Promise<Asked> {
  const { version, chosen } = await taken(id, lines);
  const body = { orderId: id, decision: 'approved', version, chosen, total_amount: 58_000 };
  return {
    send: async () => {
      const { response } = await shop.anon.functions.invoke('update-quote-status', { body });
      if (response?.status !== 409) return response?.status === 200;
      // The page says that it was answered already.
      return ((await response.json()) as { status: string }).status === 'approved';
    },
    work: (tx) =>
      tx`select public.decide_quote(${id}, 'approved', null, null, null, 58000, ${version}, ${chosen}::uuid[])`,
  };
}

/** The customer's yes by phone. */
async function byPhone(id: string, lines: Lines): Promise<Asked> {
  const { version, chosen } = await taken(id, lines);
  return {
    send: async () => {
      const { data, error } = await shop.client.rpc('record_approval', {
        p_order_id: id,
        p_channel: 'phone',
        p_said_by: 'Ana',
        p_amount: 58_000,
        p_version: version,
        p_chosen: chosen,
      });
      refuseWords(error);
      return (data as { status: string }[] | null)?.[0]?.status === 'approved';
    },
    work: (tx) =>
      tx`select public.record_approval(${id}, 'phone', 'Ana', 58000, ${version}, ${chosen}::uuid[])`,
  };
}

/** The number of rows of each kind of an order. */
async function tracesOf(id: string): Promise<unknown> {
  const [traces] = await shop.sql`
    select o.status, o.version, o.total_amount::integer as total,
      (select array_agg((l ->> 'chosen')::boolean) from jsonb_array_elements(o.quote_lines) as l) as chosen,
      (select count(*)::integer from public.order_events e where e.order_id = o.id) as events,
      (select count(*)::integer from public.whatsapp_messages m where m.order_id = o.id) as messages,
      (select count(*)::integer from public.decision_history h where h.order_id = o.id) as decisions,
      (select count(*)::integer from public.decision_origins g where g.order_id = o.id) as origins,
      (select count(*)::integer from public.notifications n where n.order_id = o.id) as told,
      (select p.amount::integer from private.approved_prices p where p.order_id = o.id) as promised
    from public.service_orders o where o.id = ${id}`;
  return traces;
}

const SUGGESTED = [true, true, false, false];
const TAKEN = [true, false, true, true];
const NOTHING = { events: 2, messages: 1, decisions: 0, origins: 0, told: 0, promised: null, version: 2 };
const ANSWERED = { status: 'approved', total: 58_000, chosen: TAKEN, messages: 2, decisions: 1, origins: 1 };
/** The rows of each order after its request: the intake has an event and a message of its own. */
const DONE = [
  { ...NOTHING, status: 'in_progress', total: 75_000, chosen: SUGGESTED },
  { ...NOTHING, status: 'quoted', total: 75_000, chosen: SUGGESTED, messages: 2 },
  { ...NOTHING, ...ANSWERED, told: 1, promised: 58_000 },
  { ...NOTHING, ...ANSWERED, told: 1, promised: 58_000 },
];

for (const { kills, tags } of KILLS)
  test(
    `QUO-15 after ${kills} kills of the database in the middle of quotes and answers each is there once`,
    { tags },
    async () => {
      let unanswered = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const quote = [makeLines(), makeLines(), makeLines(), makeLines()] as const;
        const order = (status: string, lines: Lines) =>
          shop.addOrder({ status, quote_lines: shop.sql.json(lines), total_amount: 75_000 });
        const orders = [
          await shop.addOrder({ status: 'in_progress' }),
          await order('in_progress', quote[1]),
          await order('quoted', quote[2]),
          await order('quoted', quote[3]),
        ] as const;
        const before = await Promise.all(orders.map(tracesOf));
        const asked = [
          update(orders[0], { quote_lines: quote[0] }),
          update(orders[1], { status: 'quoted' }),
          await byLink(orders[2], quote[2]),
          await byPhone(orders[3], quote[3]),
        ] as const;
        let done = asked.map(() => false);
        if (kill % 2 === 0) await shop.killBeforeCommit(asked[((kill / 2) % 4) as 0 | 1 | 2 | 3]);
        else done = await shop.sendAndKill(asked, (kill * 3) % 20);
        await shop.isUp();
        // An answered write exists; an unanswered one exists as a whole or not at all.
        for (const [index, id] of orders.entries()) {
          const there = await tracesOf(id);
          expect(done[index] ? [DONE[index]] : [DONE[index], before[index]]).toContainEqual(there);
        }
        unanswered += done.filter((each) => !each).length;
        await shop.sendAgain(asked);
        expect(await Promise.all(orders.map(tracesOf))).toEqual(DONE);
      }
      expect(unanswered).toBeGreaterThan(kills);
    },
  );
