/** On Supabase a commit that queues messages calls the sender by pg_net, which this stands in for (decision 4). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { change, makeOrder, storedOrder } from './support/orders.ts';
import { openShop, type Shop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.sql.unsafe(`
    create schema net;
    create table net.http_request_queue (url text, body jsonb, headers jsonb);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint language sql as $$
      insert into net.http_request_queue values (url, body, headers);
      select 1::bigint $$;
    create schema vault;
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    grant usage on schema net, vault to public;
    grant all on net.http_request_queue, vault.decrypted_secrets to public;`);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.sql`delete from net.http_request_queue`;
  await shop.sql`delete from vault.decrypted_secrets`;
});

const configure = () => shop.sql`insert into vault.decrypted_secrets values
  ('project_url', 'https://abc.supabase.co/'), ('cron_secret', 'secreto-del-plan'), ('another', 'x')`;
const requests = async () =>
  (await shop.sql`select * from net.http_request_queue`).map((row) => ({ ...row }));
const CALL = {
  url: 'https://abc.supabase.co/functions/v1/send-messages',
  body: {},
  headers: { 'content-type': 'application/json', 'x-cron-secret': 'secreto-del-plan' },
};

test('MSG-26 a change that queues a message calls the sender once, with the secret of the schedule', async () => {
  await configure();
  const order = await makeOrder(shop);
  expect(await requests()).toEqual([CALL]);
  await shop.sql`delete from net.http_request_queue`;
  await change(shop.people.technician, order.id, { status: 'in_progress' });
  expect(await requests()).toEqual([CALL]);
  await shop.sql`delete from net.http_request_queue`;
  await change(shop.people.technician, order.id, { notes: 'Sin aviso' });
  expect(await requests()).toEqual([]);
});

test('MSG-26 without the address or the secret in the Vault only the schedule sends', async () => {
  await makeOrder(shop);
  expect(await requests()).toEqual([]);
});

test('MSG-26 MSG-02 a call that fails takes no change with it', async () => {
  await configure();
  await shop.sql`alter table net.http_request_queue add constraint broken check (url = '')`;
  const order = await makeOrder(shop);
  await change(shop.people.technician, order.id, { status: 'in_progress' });
  await shop.sql`alter table net.http_request_queue drop constraint broken`;
  expect((await storedOrder(shop, order.id)).status).toBe('in_progress');
});

test('MSG-26 claiming and recording call nobody, also for a message that will be tried again', async () => {
  const order = await makeOrder(shop);
  await configure();
  const [claimed] = await shop.sql`select id from public.claim_messages() where order_id = ${order.id}`;
  await shop.sql`select public.record_message_sent(${claimed?.id as string}, 'wamid.1')`;
  const again = await makeOrder(shop);
  await shop.sql`delete from net.http_request_queue`;
  const [refused] = await shop.sql`select id from public.claim_messages() where order_id = ${again.id}`;
  await shop.sql`select public.record_message_failure(${refused?.id as string}, '131016', 'Caído',
    now() + interval '30 seconds')`;
  expect(await requests()).toEqual([]);
});
