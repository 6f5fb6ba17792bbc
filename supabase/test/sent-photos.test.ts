/** Photos sent with a message: who sends them, what its link shows, and when it shows nothing any more (REC-57, 58). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymize } from './support/anonymize.ts';
import { makeOrder } from './support/orders.ts';
import { BUCKET, jpeg, keptPhoto, nameOf, sentPhoto } from './support/photos.ts';
import { openShared } from './support/shared-photos.ts';
import { newRut, openShop, type Actor, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const switched = (enabled: boolean) =>
  shop.sql`
    update public.setting_sections
    set value = jsonb_set(value, '{photos_sent,enabled}', ${shop.sql.json(enabled)}) where section = 'messages'`;
beforeEach(() => switched(true));

const send = (actor: Actor, orderId: string, photos: readonly string[], id: string = randomUUID()) =>
  shop.clientOf(actor).rpc('send_photos', { p_id: id, p_order_id: orderId, p_photos: [...photos] });
const messages = (orderId: string) =>
  shop.sql<{ params: string[]; state: string }[]>`
    select params, state from public.whatsapp_messages
    where order_id = ${orderId} and event = 'photos_sent' order by created_at, id`;

/** The last part of the newest message's link. */
async function tokenOf(orderId: string): Promise<string> {
  const link = (await messages(orderId)).at(-1)?.params[1] ?? '';
  return /\/fotos\/([0-9a-f]{40})$/.exec(link)?.[1] ?? '';
}

/** An order with two photos, of which a message has the first. */
async function sent(columns: Parameters<typeof makeOrder>[1] = {}) {
  const order = await makeOrder(shop, columns);
  const photo = jpeg({ width: 1600, height: 900 });
  const first = await keptPhoto(shop, 'receptionist', order.id, { photo });
  const second = await keptPhoto(shop, 'receptionist', order.id);
  const { error } = await send('technician', order.id, [first]);
  expect(error).toBeNull();
  return { order, photo, first, second, token: await tokenOf(order.id) };
}

describe('a message with photos', () => {
  test('REC-57 its link shows a stranger the chosen photo byte for byte, and no other', async () => {
    const { order, photo, first, second, token } = await sent();
    const { body } = await openShared(shop, token);
    expect(body).toMatchObject({
      state: 'open',
      order_number: order.order_number,
      photos: [{ id: first, moment: 'reception', width: 1600, height: 900 }],
    });
    const address = body.photos?.[0]?.address ?? '';
    const answer = await fetch(shop.url + address);
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
    expect(JSON.stringify(body)).not.toContain(second);
    const tokens = new URL(shop.url + address).search;
    for (const name of [nameOf(order.id, second), `${nameOf(order.id, first)}.small`]) {
      const other = await fetch(`${shop.url}/storage/v1/object/sign/${BUCKET}/${name}${tokens}`);
      expect(other.ok, name).toBe(false);
    }
    const anon = shop.clientOf('anon').storage.from(BUCKET);
    expect((await anon.download(nameOf(order.id, first))).error).not.toBeNull();
  });

  test('REC-57 its link is kept as a hash alone, and works for a week', async () => {
    const { order, token } = await sent();
    const rows = await shop.sql`
      select l.*, l.expires_at - l.created_at between interval '167 hours' and interval '168 hours' as a_week
      from private.photo_links l where l.order_id = ${order.id}`;
    expect(rows).toMatchObject([{ sent_by: shop.people.technician.id, a_week: true }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('REC-57 is sent once, however often it is asked for, with one line in the timeline', async () => {
    const { order, first, second } = await sent();
    const id = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => send('receptionist', order.id, [second, first], id)),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
    expect(await messages(order.id)).toHaveLength(2);
    expect((await send('receptionist', order.id, [first], id)).error?.code).toBe('PT409');
    expect((await send('admin', order.id, [first, second], id)).error?.code).toBe('PT409');
    expect((await openShared(shop, await tokenOf(order.id))).body.photos).toHaveLength(2);
    const events = await shop.sql`
      select actor_id from public.order_events where order_id = ${order.id} and kind = 'photos_sent' order by id`;
    expect(events.map(({ actor_id }) => actor_id as string)).toEqual([
      shop.people.technician.id,
      shop.people.receptionist.id,
    ]);
  });

  test('REC-57 is the staff’s to send; nobody reads links but the function', async () => {
    const { order, first, token } = await sent();
    const refused = await Promise.all(
      (['anon', 'customer', 'other'] as const).map((actor) => send(actor, order.id, [first])),
    );
    expect(refused.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
    for (const actor of ['anon', 'customer', 'technician', 'admin'] as const)
      expect((await shop.clientOf(actor).rpc('shared_photos', { p_token: token })).error?.code).toBe('42501');
  });

  test('REC-57 has photos of its order only, checked ones, at least one', async () => {
    const { order, first } = await sent();
    const { first: strange } = await sent();
    const unchecked = await sentPhoto(shop, 'receptionist', order.id);
    for (const wrong of [[strange], [first, strange], [unchecked], [randomUUID()]])
      expect((await send('receptionist', order.id, wrong)).error).toMatchObject({
        code: '23514',
        message: 'Una de las fotos elegidas ya no está. Elige otra vez.',
      });
    expect((await send('receptionist', order.id, [])).error?.message).toBe('Elige al menos una foto.');
    expect((await send('receptionist', randomUUID(), [first])).error?.code).toBe('P0002');
    expect(await messages(order.id)).toHaveLength(1);
  });

  test('REC-57 that the shop has switched off is refused in words, and sends nothing', async () => {
    const { order, first } = await sent();
    await switched(false);
    expect((await send('receptionist', order.id, [first])).error).toMatchObject({
      code: '23514',
      message: expect.stringContaining('está apagado'),
    });
    expect(await messages(order.id)).toHaveLength(1);
  });
});

describe('a link that shows nothing any more', () => {
  const stateOf = async (token: string) => (await openShared(shop, token)).body;

  test('REC-58 says that it has expired, and then that it is unknown', async () => {
    const { order, token } = await sent();
    const age = (days: number) => shop.sql`
      update private.photo_links set expires_at = now() - make_interval(days => ${days}) where order_id = ${order.id}`;
    await age(0);
    expect(await stateOf(token)).toEqual({ state: 'expired' });
    await shop.sql`select public.run_retention()`;
    expect(await stateOf(token)).toEqual({ state: 'expired' });
    await age(31);
    await shop.sql`select public.run_retention()`;
    expect(await stateOf(token)).toEqual({ state: 'unknown' });
  });

  test('REC-58 says that its photo was removed, that the person was, and of a deleted order nothing', async () => {
    const removed = await sent();
    await shop.clientOf('receptionist').rpc('remove_photo', { p_id: removed.first });
    expect(await stateOf(removed.token)).toEqual({ state: 'gone' });

    const rut = newRut();
    const erased = await sent({ customer_rut: rut, status: 'cancelled' });
    expect((await anonymize(shop.people.admin, 'rut', rut)).error).toBeNull();
    expect(await stateOf(erased.token)).toEqual({ state: 'gone' });
    expect((await send('admin', erased.order.id, [erased.first])).error?.code).toBe('P0002');
    expect(await messages(erased.order.id)).toEqual([]);

    const deleted = await sent();
    await shop.sql`delete from public.service_orders where id = ${deleted.order.id}`;
    expect(await stateOf(deleted.token)).toEqual({ state: 'unknown' });
  });

  test('REC-58 shows nothing whose files are lost, and the others still', async () => {
    const { order, first, second } = await sent();
    await send('receptionist', order.id, [first, second]);
    const token = await tokenOf(order.id);
    const lose = (photo: string) =>
      shop.sql`delete from storage.objects where name = ${nameOf(order.id, photo)}`;
    await lose(first);
    expect(await stateOf(token)).toMatchObject({ state: 'open', photos: [{ id: second }] });
    await lose(second);
    expect(await stateOf(token)).toEqual({ state: 'gone' });
  });

  test('REC-133 a message that waits is not sent once its photos are gone, nor is one that failed sent again', async () => {
    const [gone, kept] = [await sent(), await sent()];
    await shop.clientOf('receptionist').rpc('remove_photo', { p_id: gone.first });
    await shop.sql`select public.set_aside_messages()`;
    expect(await messages(gone.order.id)).toMatchObject([{ state: 'discarded' }]);
    expect(await messages(kept.order.id)).toMatchObject([{ state: 'queued' }]);

    await shop.sql`
      update public.whatsapp_messages set state = 'failed'
      where event = 'photos_sent' and order_id = any (${[gone.order.id, kept.order.id]})`;
    const retry = async ({ order }: typeof gone) => {
      const [row] = await shop.sql`
        select id from public.whatsapp_messages where order_id = ${order.id} and event = 'photos_sent'`;
      const { error } = await shop.clientOf('receptionist').rpc('retry_message', { p_id: row?.id as string });
      return error?.message;
    };
    expect(await retry(gone)).toBe(
      'El enlace de este mensaje ya no muestra fotos. Envíalas otra vez desde la orden.',
    );
    expect(await retry(kept)).toBeUndefined();
    expect(await messages(gone.order.id)).toMatchObject([{ state: 'failed' }]);
  });

  test('REC-58 is unknown for what is no link, and the function refuses what is no request', async () => {
    for (const token of ['', 'ejemplo', 'A'.repeat(40), '0'.repeat(40), `${'0'.repeat(40)}\0`])
      expect(await stateOf(token)).toEqual({ state: 'unknown' });
    const answers = await Promise.all(
      ['{', '{}', '{"token":1}', '[]'].map((body) =>
        fetch(`${shop.url}/functions/v1/shared-photos`, { method: 'POST', body }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});
