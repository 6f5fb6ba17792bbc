/** Signing on the customer's own phone, by a link that works once (REC-73). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, makeOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';
import { linkFor, shownBy, sign, signByLink } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const signaturesOf = (orderId: string) =>
  shop.sql`select by_link, asked_by from private.order_signatures where order_id = ${orderId}`;
const USED = 'Este enlace ya se usó: la firma quedó guardada.';

test('REC-73 the link shows what is signed, signs once, and a lost answer that is sent again succeeds', async () => {
  const { receptionist } = shop.people;
  const { id, order_number: number } = await makeOrder(shop);
  const token = await linkFor(receptionist, id);
  const shown = await shownBy(shop, token);
  expect(shown).toMatchObject({ state: 'open', moment: 'reception', orders: [{ number }] });
  const request = { requestId: randomUUID(), digest: shown.digest };
  for (let time = 0; time < 2; time += 1) expect((await signByLink(shop, token, request)).error).toBeNull();
  expect(await signaturesOf(id)).toEqual([{ by_link: true, asked_by: receptionist.id }]);
  for (const other of [{ requestId: randomUUID() }, { ...request, name: 'Otra Persona' }])
    expect((await signByLink(shop, token, { digest: shown.digest, ...other })).error?.message).toBe(USED);
  expect(await shownBy(shop, token)).toEqual({ state: 'used' });
  const [event] = await shop.sql`select actor_id from public.order_events
    where order_id = ${id} and kind = 'signed'`;
  expect(event).toEqual({ actor_id: null });
});

test('REC-73 of two who use a link at once one signs', async () => {
  const { id } = await makeOrder(shop);
  const token = await linkFor(shop.people.technician, id);
  const { digest } = await shownBy(shop, token);
  const answers = await Promise.all([1, 2, 3].map(() => signByLink(shop, token, { digest })));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.message === USED)).toHaveLength(2);
  expect(await signaturesOf(id)).toHaveLength(1);
});

test('REC-73 an order that changed meanwhile is refused; the page shows the new text, and the link still works', async () => {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const token = await linkFor(receptionist, id);
  const { digest } = await shownBy(shop, token);
  await change(receptionist, id, { equipment_condition: 'Con la tapa suelta' });
  expect((await signByLink(shop, token, { digest })).error?.message).toBe(
    'La orden cambió mientras se firmaba. Lee cómo quedó y firma otra vez.',
  );
  expect(await shownBy(shop, token)).toMatchObject({ orders: [{ condition: 'Con la tapa suelta' }] });
  expect((await signByLink(shop, token)).error).toBeNull();
});

test('REC-73 a link expires, is replaced by the next one of its order, and is of no other order', async () => {
  const { receptionist } = shop.people;
  const [mine, other] = [await makeOrder(shop), await makeOrder(shop)];
  const first = await linkFor(receptionist, mine.id);
  const second = await linkFor(receptionist, mine.id);
  const elsewhere = await linkFor(receptionist, other.id);
  expect(await shownBy(shop, first)).toEqual({ state: 'unknown' });
  const refused = await signByLink(shop, first, { digest: (await shownBy(shop, second)).digest });
  expect(refused.error?.message).toBe('Este enlace no sirve. Pide otro en el mesón.');
  // A link cannot sign the text that another order's link shows.
  const { digest } = await shownBy(shop, elsewhere);
  expect((await signByLink(shop, second, { digest })).error?.message).toContain('La orden cambió');
  expect(await signaturesOf(other.id)).toHaveLength(0);
  await shop.sql`update private.signature_links set expires_at = now() - interval '1 second'
    where order_id = ${mine.id}`;
  expect(await shownBy(shop, second)).toEqual({ state: 'expired' });
  expect((await signByLink(shop, second, { digest })).error?.message).toBe(
    'Este enlace venció. Pide otro en el mesón.',
  );
});

test('REC-73 the link is kept as a hash, the same for the same request, and of nothing that is signed', async () => {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  const request = { p_request_id: randomUUID(), p_order_id: id, p_moment: 'reception' };
  const [first, again] = [
    await receptionist.client.rpc('ask_signature', request),
    await receptionist.client.rpc('ask_signature', request),
  ];
  expect(first.data).toMatch(/^[0-9a-f]{40}$/);
  expect(again.data).toBe(first.data);
  const kept = JSON.stringify([
    await shop.sql`select * from private.signature_links`,
    await shop.sql`select * from private.done_requests`,
  ]);
  expect(kept).not.toContain(first.data);
  expect((await sign(receptionist, id)).error).toBeNull();
  expect(await shownBy(shop, String(first.data))).toEqual({ state: 'signed' });
  const { error } = await receptionist.client.rpc('ask_signature', {
    ...request,
    p_request_id: randomUUID(),
  });
  expect(error?.message).toBe('No queda nada por firmar en esta orden.');
});
