/** The sender of tax documents is killed and gets no or wrong answers: each has one folio, and none is issued twice. */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { TaxSimulator } from '@taller/server/tax-simulator/tax-simulator.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FunctionDeps } from '../functions/_shared/function-deps.ts';
import { MOST_UNREADABLE, sendDueDocuments } from '../functions/_shared/tax/send-due-documents.ts';
import { makeOrder } from './support/orders.ts';
import { takePayment } from './support/payments.ts';
import { openShop, type Shop } from './support/shop.ts';
import { addDocument, brokenDocuments, paymentAt } from './support/tax-documents.ts';

const CRON_SECRET = 'secreto';
let shop: Shop;
let provider: TaxSimulator;
beforeAll(async () => {
  // Before the server starts: its functions read it.
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop({ forgetful: true });
  await shop.sql`update public.setting_sections set value = value || '{"electronicDocuments": true}'
    where section = 'desk'`;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await shop[Symbol.asyncDispose]();
});
beforeEach(async () => {
  provider = new TaxSimulator('clave');
  await shop.sql`update private.tax_documents set state = 'rejected' where state = 'queued'`;
});

/** Asks the provider for boletas of that many payments. @returns their ids. */
async function ask(count: number): Promise<string[]> {
  const { receptionist } = shop.people;
  const { id: order } = await makeOrder(shop, { quote: 1_000_000, total_amount: 1_000_000 });
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [position, id] of ids.entries()) {
    await takePayment(receptionist, { [order]: 1190 });
    const payment = await paymentAt(receptionist, order, position);
    expect(await addDocument(receptionist, payment, { kind: 'boleta', electronic: true }, id)).toBeNull();
  }
  return ids;
}
const isDueNow = () =>
  shop.sql`update private.tax_requests set next_attempt_at = now() - interval '1 second'`;
const stateOf = async (ids: readonly string[]) => [
  ...(await shop.sql<{ id: string; state: string; folio: string | null; answer: string | null }[]>`
    select d.id, d.state, d.folio, r.answer from private.tax_documents d
    join private.tax_requests r on r.document_id = d.id where d.id = any (${[...ids]}::uuid[])`),
];

class Killed extends Error {}

/** A sender that is killed at a step of its work: before or after the provider or the database did what it asked. */
function sender(killAt = Number.POSITIVE_INFINITY): FunctionDeps {
  const client = createClient(shop.url, shop.secretKey, { auth: { persistSession: false } });
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps >= killAt) throw new Killed();
  };
  const between = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    step();
    const done = await work();
    step();
    return done;
  };
  return {
    env: { TAX_PROVIDER_URL: 'https://proveedor.example', TAX_PROVIDER_TOKEN: 'clave' },
    client: () => client,
    admin: () =>
      ({
        rpc: (name: string, values: object) => between(() => client.rpc(name, values)),
      }) as unknown as typeof client,
    clientAddress: () => null,
    fetch: (url, init) =>
      between(async () => {
        const request = new Request(url, init);
        const answer = await provider.put(request, request.url.slice(-36));
        if (answer === null) throw new TypeError('fetch failed');
        return answer;
      }),
    now: () => new Date(),
    log: () => undefined,
  };
}
const isKilled = (killAt: number) =>
  sendDueDocuments(sender(killAt), { lockSeconds: 0 }).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return true;
    },
  );

test('TAX-12 of senders that are killed 40 times, with aborted transactions and lost answers, each document has one folio', async () => {
  await shop.sql.unsafe(`
    create function private.cut() returns trigger language plpgsql as $$
    begin
      if random() < 0.25 then raise exception 'cut off'; end if;
      return new;
    end $$;
    create trigger zz_cut before update on private.tax_documents for each row execute function private.cut();`);
  const ids: string[] = [];
  let kills = 0;
  for (let round = 0; kills < 40; round += 1) {
    ids.push(...(await ask(2)));
    provider.failNext({ answer: 'none', times: 1 });
    await isDueNow();
    const senders = [0, 1, 2].map((each) => isKilled(1 + ((round * 3 + each * 5) % 9)));
    kills += (await Promise.all(senders)).filter(Boolean).length;
  }
  await shop.sql.unsafe('drop trigger zz_cut on private.tax_documents; drop function private.cut()');
  for (let left = ids.length; left > 0;) {
    await isDueNow();
    await sendDueDocuments(sender(), { lockSeconds: 0 });
    left = (await stateOf(ids)).filter(({ state }) => state === 'queued').length;
  }
  const issued = provider.log();
  expect(issued.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const folios = new Map(issued.map(({ id, folio }) => [id, String(folio)]));
  for (const { id, state, folio } of await stateOf(ids))
    expect([state, folio]).toEqual(['accepted', folios.get(id)]);
  expect(new Set(folios.values()).size).toBe(ids.length);
  expect(await brokenDocuments(shop)).toEqual([]);
});

test('TAX-12 a provider that answers without a folio is asked six times and then says so; one that is down for ever', async () => {
  const ids = await ask(2);
  const [unreadable = '', down = ''] = ids;
  const deps = sender();
  const answers: Readonly<Record<string, () => Response>> = {
    [unreadable]: () => Response.json({ folio: 0 }),
    [down]: () => new Response('<html>Bad Gateway</html>', { status: 502 }),
  };
  const wrong: typeof fetch = async (url) => answers[new Request(url).url.slice(-36)]?.() as Response;
  const askEach = async (id: string) => {
    // A provider that is down ends a run: the other document has its turn in the next.
    await shop.sql`update private.tax_requests set next_attempt_at = now() - interval '1 second'
      where document_id = ${id}`;
    await sendDueDocuments({ ...deps, fetch: wrong });
  };
  for (const id of ids) await askEach(id);
  expect((await stateOf(ids)).map(({ state }) => state)).toEqual(['queued', 'queued']);
  for (let times = 0; times < MOST_UNREADABLE + 1; times += 1) for (const id of ids) await askEach(id);
  const states = Object.fromEntries((await stateOf(ids)).map(({ id, ...row }) => [id, row]));
  expect(states[unreadable]).toEqual({
    state: 'rejected',
    folio: null,
    answer:
      'El proveedor respondió sin un folio que sirva. Revisa donde el proveedor si se emitió antes de reintentar.',
  });
  expect(states[down]).toEqual({
    state: 'queued',
    folio: null,
    answer: 'El proveedor respondió con un error (502). Se le pide de nuevo.',
  });
});

test('TAX-12 a refusal is told in words, and without a provider the document says what is missing', async () => {
  const { receptionist } = shop.people;
  const { id: order } = await makeOrder(shop, { quote: 30_000, total_amount: 30_000 });
  await takePayment(receptionist, { [order]: 11_900 });
  const factura = { kind: 'factura', rut: '76.123.456-0', business_name: 'Rechazar SpA', activity: 'Venta' };
  const id = randomUUID();
  const payment = await paymentAt(receptionist, order, 0);
  await addDocument(receptionist, payment, { ...factura, electronic: true }, id);
  const none = { ...sender(), env: {} };
  expect(await sendDueDocuments(none)).toBeNull();
  expect(await stateOf([id])).toMatchObject([
    {
      state: 'rejected',
      answer:
        'El servidor no tiene un proveedor conectado: escribe el folio a mano, o conéctalo y reintenta.',
    },
  ]);
  const again = await receptionist.client.rpc('retry_tax_document', {
    p_id: randomUUID(),
    p_document_id: id,
  });
  expect(again.error).toBeNull();
  expect(await sendDueDocuments(sender())).toBeNull();
  expect(await stateOf([id])).toMatchObject([
    { state: 'rejected', answer: 'El receptor no está autorizado para recibir facturas.' },
  ]);
});

test('TAX-12 the commit wakes the sender of messages, which hands the document to the server’s provider', async () => {
  let isWoken = false;
  const listening = await shop.sql.listen('messages_queued', () => {
    isWoken = true;
  });
  const ids = await ask(1);
  await vi.waitUntil(() => isWoken, { timeout: 60_000 });
  await listening.unlisten();
  const answer = await fetch(`${shop.url}/functions/v1/send-messages`, {
    method: 'POST',
    headers: { 'x-cron-secret': CRON_SECRET },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  expect(await stateOf(ids)).toMatchObject([{ state: 'accepted', folio: expect.stringMatching(/^\d+$/) }]);
});
