/** Personal data is deleted when its retention period ends (PRIV-07, PRIV-08). */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runRetention } from '@taller/server/jobs/retention-job.ts';
import { MailFolder } from '@taller/server/mail/mail-sink.ts';
import { Mailbox } from '@taller/server/mail/mailbox.ts';
import { KEPT } from '@taller/shared/config/limits.ts';
import { INITIAL_TERMS } from '@taller/shared/privacy/fetch-terms.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeData } from './support/change-data.ts';
import { makeOrder, storedOrder } from './support/orders.ts';
import { tracesOf } from './support/personal-traces.ts';
import { newRut, openShop, PASSWORD, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const run = async () => (await shop.sql`select public.run_retention() as removed`)[0]?.removed as unknown;
const set = (key: string, value: unknown) => changeData(shop, shop.people.admin.client, { [key]: value });
const exists = async (table: string, id: string) =>
  (await shop.sql`select from ${shop.sql(table)} where id = ${id}`).length === 1;

describe('PRIV-07 rows past their retention period', () => {
  test('SEC-51 expired guesses are deleted, and expired claims lose their data', async () => {
    const { id } = shop.people.admin;
    await shop.sql`insert into private.report_pin_guesses (user_id, hash, place, made_at)
      values (${id}, 'x', 1, now() - interval '61 seconds'), (${id}, 'y', 1, now())`;
    await shop.sql`insert into private.claim_attempts (user_id, ticket, order_number, phone, attempted_at)
      values (${id}, gen_random_uuid(), 1, '911', now() - interval '61 minutes'),
        (${id}, gen_random_uuid(), 2, '922', now() - interval '61 seconds'), (${id}, gen_random_uuid(), 3, '933', now())`;
    await run();
    expect(await shop.sql`select hash from private.report_pin_guesses`).toEqual([{ hash: 'y' }]);
    expect(await shop.sql`select phone from private.claim_attempts order by attempted_at`).toEqual([
      { phone: null },
      { phone: '933' },
    ]);
    for (const table of ['report_pin_guesses', 'claim_attempts'])
      await shop.sql`delete from ${shop.sql(`private.${table}`)}`;
  });

  test('PRIV-20 a registration that nobody confirms goes after seven days, one that the shop has dealt with stays', async () => {
    const accountOf = async (days: number, change = async (_id: string): Promise<unknown> => undefined) => {
      const { id } = await shop.addPerson('customer', { proven: false });
      await shop.sql`delete from auth.sessions where user_id = ${id}`;
      await shop.sql`update auth.users set email_confirmed_at = null, last_sign_in_at = null,
        created_at = now() - make_interval(days => ${days}) where id = ${id}`;
      await change(id);
      return id;
    };
    const { sql } = shop;
    const old = await accountOf(8);
    const kept = [
      await accountOf(6),
      await accountOf(8, (id) => sql`update auth.users set email_confirmed_at = now() where id = ${id}`),
      await accountOf(8, (id) => sql`update public.profiles set rut_verified_at = now() where id = ${id}`),
      await accountOf(8, (id) => sql`update public.profiles set role = 'technician' where id = ${id}`),
      await accountOf(8, async (id) =>
        shop.people.receptionist.client.rpc('invite_account', { p_user_id: id }),
      ),
    ];
    expect(await run()).toMatchObject({ unconfirmed: 1 });
    expect(await exists('auth.users', old)).toBe(false);
    for (const id of kept) expect(await exists('auth.users', id)).toBe(true);
  });

  test('PRIV-07 texts of messages, replies and notifications go, and an order can send the same message again', async () => {
    const order = await makeOrder(shop, { status: 'in_progress' });
    const message = async (occurrence: number, days: number, state = 'failed') => {
      const [row] = await shop.sql`
        insert into public.whatsapp_messages (order_id, event, occurrence, template, params, phone, state, created_at)
        values (${order.id}, 'completed', ${occurrence}, 'x', array['Rosa'], '56911112222', ${state}, now() - make_interval(days => ${days}))
        returning id`;
      return row?.id as string;
    };
    const [old, fresh, waiting] = [
      await message(1, 366),
      await message(2, 364),
      await message(3, 400, 'queued'),
    ];
    await shop.sql`insert into public.whatsapp_replies (order_id, phone, body, provider_message_id, received_at)
      values (${order.id}, '1', 'Vieja', 'a', now() - interval '366 days'), (${order.id}, '1', 'Nueva', 'b', now())`;
    await shop.sql`insert into public.notifications (type, message, created_at)
      values ('customer_reply', 'Rosa respondió', now() - interval '366 days')`;
    expect(await run()).toEqual({ messages: 1, replies: 1, notifications: 1 });
    const rows =
      await shop.sql`select id, params, phone from public.whatsapp_messages where order_id = ${order.id} and event = 'completed'`;
    const byId = new Map(rows.map(({ id, params, phone }) => [id as string, [params, phone]]));
    expect(byId.get(old)).toEqual([[], '']);
    expect(byId.get(fresh)).toEqual([['Rosa'], '56911112222']);
    expect(byId.get(waiting)).toEqual([['Rosa'], '56911112222']);
    const { receptionist, technician } = shop.people;
    const retried = await receptionist.client.rpc('retry_message', { p_id: old });
    expect(retried.error).toMatchObject({ code: '23514' });
    expect((await receptionist.client.rpc('retry_message', { p_id: fresh })).error).toBeNull();
    // The number of the next message follows from the rows that are there.
    const { error } = await technician.client
      .from('service_orders')
      .update({ status: 'completed' })
      .eq('id', order.id);
    expect(error).toBeNull();
    expect(await run()).toEqual({});
  });

  test('PRIV-07 ended and unused sessions are deleted, with their data', async () => {
    const person = await shop.addPerson('customer');
    const unused = shop.newClient();
    await unused.auth.signInWithPassword({ email: person.email, password: PASSWORD });
    await person.client.rpc('touch_session');
    await unused.rpc('touch_session');
    const claims = JSON.parse(
      atob((await unused.auth.getSession()).data.session?.access_token.split('.')[1] ?? ''),
    ) as { session_id: string };
    await shop.sql`update auth.sessions set created_at = now() - interval '200 days', updated_at = now() - interval '190 days'
      where id = ${claims.session_id}`;
    await shop.sql`update private.session_use set last_used_at = now() - interval '181 days' where session_id = ${claims.session_id}`;
    // An ended session leaves this row behind.
    await shop.sql`insert into private.session_use (session_id, user_id) values (gen_random_uuid(), ${person.id})`;
    await run();
    expect(await exists('auth.sessions', claims.session_id)).toBe(false);
    const [left] = await shop.sql`
      select count(*) filter (where s.id is null)::integer as orphans, count(s.id)::integer as live
      from private.session_use u left join auth.sessions s on s.id = u.session_id where u.user_id = ${person.id}`;
    expect(left).toEqual({ orphans: 0, live: 1 });
    expect((await person.client.from('profiles').select('id')).data).toHaveLength(1);
  });

  test('PRIV-07 entries of logs and origins of decisions go by their days', async () => {
    const [entry, kept] = [crypto.randomUUID(), crypto.randomUUID()];
    await shop.sql`insert into public.activity_logs (id, action_type, product_id, created_at)
      values (${entry}, 'edit', gen_random_uuid(), now() - interval '731 days'), (${kept}, 'edit', gen_random_uuid(), now() - interval '729 days')`;
    const order = await makeOrder(shop);
    const [decision] =
      await shop.sql`insert into public.decision_history (order_id, type, message, created_at)
      values (${order.id}, 'success', 'ok', now() - interval '731 days') returning id`;
    await shop.sql`insert into public.decision_origins (decision_id, order_id, address) values (${decision?.id}, ${order.id}, '203.0.113.0/24')`;
    await shop.sql`insert into private.looks (actor_id, actor_name, actor_role, kind, looked_at, hour)
      values (gen_random_uuid(), 'Vieja', 'admin', 'list', now() - interval '731 days', now() - interval '731 days')`;
    await shop.sql`insert into private.site_changes (user_id, request_id, action, part, build, asked_at)
      values (gen_random_uuid(), gen_random_uuid(), 'back', 'shell', 'old', now() - interval '731 days'),
        (gen_random_uuid(), gen_random_uuid(), 'back', 'shell', 'kept', now() - interval '729 days')`;
    const gone = await makeOrder(shop, { customer_name: 'Borrada Antes' });
    await shop.people.admin.client.from('service_orders').delete().eq('id', gone.id);
    await shop.sql`update public.order_events set created_at = now() - interval '731 days' where order_id = ${gone.id}`;
    expect(await run()).toEqual({ activity: 1, site_changes: 1, origins: 1, looks: 1, deleted_orders: 1 });
    expect(await shop.sql`select build from private.site_changes`).toEqual([{ build: 'kept' }]);
    expect(await exists('private.activity_entries', kept)).toBe(true);
    expect(await exists('private.activity_entries', entry)).toBe(false);
    expect(await tracesOf(shop.sql, ['Borrada Antes'])).toEqual([]);
  });

  test('PRIV-07 orders closed more than six years ago are anonymised, open ones and younger ones are not', async () => {
    const rut = newRut();
    const at = (years: number, extra: Record<string, string>) =>
      makeOrder(shop, { customer_rut: rut, ...extra }).then(async (order) => {
        await shop.sql`alter table public.service_orders disable trigger guard_service_order`;
        await shop.sql`update public.service_orders set updated_at = now() - make_interval(years => ${years}, days => 1),
          delivered_at = case when status = 'delivered' then now() - make_interval(years => ${years}, days => 1) end where id = ${order.id}`;
        await shop.sql`alter table public.service_orders enable trigger guard_service_order`;
        return order.id;
      });
    const old = await at(6, { status: 'delivered' });
    const cancelled = await at(7, { status: 'cancelled' });
    const young = await at(5, { status: 'delivered' });
    const open = await at(8, { status: 'completed' });
    expect(await run()).toEqual({ orders: 2 });
    const ruts = await Promise.all(
      [old, cancelled, young, open].map(async (id) => (await storedOrder(shop, id)).customer_rut),
    );
    expect(ruts[0]).toMatch(/^00\d{6}-0$/);
    expect(ruts[1]).toBe(ruts[0]);
    expect(ruts.slice(2)).toEqual([rut, rut]);
    expect(await run()).toEqual({});
  });

  test('PRIV-07 mails that stay with the server go by their days, or when no account has their address', async () => {
    const { customer } = shop.people;
    const folder = await mkdtemp(join(tmpdir(), 'correos-'));
    try {
      const day = (days: number) =>
        new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-');
      const files = {
        old: `${day(31)}-${customer.email}.html`,
        fresh: `${day(29)}-${customer.email}.html`,
        nobody: `${day(1)}-nadie@prueba.test.html`,
        other: 'nota.txt',
      };
      for (const name of Object.values(files)) await writeFile(join(folder, name), 'x');
      const log: string[] = [];
      const context = { adminUrl: shop.adminUrl, log: (line: string) => log.push(line) };
      expect(await runRetention({ ...context, mails: new MailFolder(folder) })).toEqual({ mails: 2 });
      expect((await readdir(folder)).sort()).toEqual([files.fresh, files.other].sort());
      expect(log).toHaveLength(1);
      expect(log[0]).not.toContain('@');
      const mailbox = new Mailbox();
      const mail = { subject: '', text: '', html: '', link: '' };
      await mailbox.send({ ...mail, to: customer.email.toUpperCase() });
      await mailbox.send({ ...mail, to: 'nadie@prueba.test' });
      expect(await runRetention({ ...context, mails: mailbox })).toEqual({ mails: 1 });
      expect(mailbox.list()).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('PRIV-08 the terms of retention', () => {
  test('PRIV-08 the site knows the same first figures and limits as the database', async () => {
    expect((await shop.anon.rpc('privacy_terms')).data).toEqual(INITIAL_TERMS);
    for (const [key, { least, most, initial }] of Object.entries(KEPT)) {
      for (const outside of [least - 1, most + 1]) {
        expect((await set(key, outside)).error, `${key} ${outside}`).toMatchObject({ code: '23514' });
      }
      for (const within of [least, most, initial]) expect((await set(key, within)).error).toBeNull();
    }
  });

  test('PRIV-08 an admin changes the retention periods, never below their least', async () => {
    expect((await set('message_days', 29)).error).toMatchObject({ code: '23514' });
    expect((await set('order_years', 5)).error).toMatchObject({ code: '23514' });
    expect((await set('session_days', 'siempre')).error).toMatchObject({ code: '23514' });
    expect((await set('message_days', 90)).data).toMatchObject({ saved: true });
    const { data } = await shop.anon.rpc('privacy_terms');
    expect(data).toEqual({
      message_days: 90,
      activity_days: 730,
      session_days: 180,
      mail_days: 30,
      origin_days: 730,
      look_days: 730,
      order_years: 6,
      device_code_days: 30,
      photo_days: 730,
      request_days: 30,
    });
  });

  test('PRIV-08 every run is recorded with the rows that it deleted, for admins', async () => {
    await run();
    const { data } = await shop.people.admin.client.rpc('retention_status');
    expect(data?.length).toBeGreaterThan(1);
    expect(data?.[0]).toEqual({ ran_at: expect.any(String), removed: {} });
    expect(
      data?.some(
        ({ removed }) =>
          JSON.stringify(removed) === '{"orders": 2}' || JSON.stringify(removed) === '{"orders":2}',
      ),
    ).toBe(true);
  });
});
