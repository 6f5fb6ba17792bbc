/** A record has the contents that waited to be sealed: the database takes no other one (REC-67, REC-74). */
import { randomUUID } from 'node:crypto';
import { makeRecordKey } from '@taller/server/records/record-key-files.ts';
import { canonicalJson, type Json } from '@taller/shared/orders/records/canonical-json.ts';
import { signerOf } from '@taller/shared/orders/records/record-key.ts';
import {
  commitmentTo,
  sealRecord,
  type NextRecord,
  type SealedRecord,
} from '@taller/shared/orders/records/seal-record.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callSaveChecklist, worksAt } from './support/checklists.ts';
import { makeOrder } from './support/orders.ts';
import { keptPhoto } from './support/photos.ts';
import { CRON_SECRET, seal, verify } from './support/records.ts';
import { openShop, type Shop } from './support/shop.ts';
import { sign } from './support/signatures.ts';

let shop: Shop;
beforeAll(async () => {
  vi.stubEnv('CRON_SECRET', CRON_SECRET);
  shop = await openShop();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

/** An order that was signed for with a checklist and a photo. @returns with the photo and its hash. */
async function signedOrder() {
  const { receptionist } = shop.people;
  const { id } = await makeOrder(shop);
  await callSaveChecklist(receptionist, id, { points: [worksAt('Pantalla')] });
  const photo = await keptPhoto(shop, 'receptionist', id);
  await shop.sql`update public.order_photos set moment = 'reception' where id = ${photo}`;
  const [{ sha256 } = {}] = await shop.sql`select sha256 from public.order_photos where id = ${photo}`;
  expect((await sign(receptionist, id)).error).toBeNull();
  return { id, photo, sha256: String(sha256) };
}

async function nextRecord(): Promise<NextRecord> {
  const [row] = await shop.sql<{ next: NextRecord }[]>`select public.next_record() as next`;
  if (!row) throw new Error('Nothing waits');
  return row.next;
}
const append = ({ p_body, p_signature, p_key, p_public_key, p_end_signature }: SealedRecord) =>
  shop.sql`select public.append_record(${p_body}, ${p_signature}, ${p_key}, ${p_public_key}, ${p_end_signature})
    as outcome`;

test('REC-67 a record that says something else than what waits is refused, its personal part too; what waits stays', async () => {
  const { id } = await signedOrder();
  const signer = await signerOf((await makeRecordKey()).privateKey);
  const next = await nextRecord();
  const facts = next.facts as Record<string, Json>;
  const personal = next.personal as Record<string, Json>;
  const signed = personal.signed as Record<string, Json>;
  const forged: Record<string, Partial<NextRecord> & Record<string, Json>> = {
    photos: { facts: { ...facts, photos: [] } },
    terms: { facts: { ...facts, terms_version: 9 } },
    kind: { kind: 'delivery' },
    order: { order: randomUUID() },
    number: { number: next.number + 1 },
    time: { at: '2020-01-01T00:00:00.000Z' },
    corrected: { corrects: 1 },
    more: { note: 'Otra cosa' },
    checklist: { personal: { ...personal, signed: { ...signed, points: [] } } },
    signer: { personal: { ...personal, signer_name: 'Otra Persona' } },
    salt: { salt: '0'.repeat(64) },
    'no person': { salt: null, personal: null },
  };
  for (const [what, change] of Object.entries(forged))
    await expect(append(await sealRecord({ ...next, ...change }, signer)), what).rejects.toThrow(
      'que se iba a sellar.',
    );
  const sealed = await sealRecord(next, signer);
  const spaced = JSON.stringify(JSON.parse(sealed.p_body), null, 1);
  await expect(append({ ...sealed, p_body: spaced })).rejects.toThrow('El registro no dice');
  expect(await shop.sql`select from private.sealed_records where order_id = ${id}`).toHaveLength(0);
  expect(await seal(shop)).toBe(1);
  expect((await verify(shop)).fault).toBeNull();
});

test('REC-67 a record that was built before its person was taken out is built again', async () => {
  const { id } = await signedOrder();
  const signer = await signerOf((await makeRecordKey()).privateKey);
  const sealed = await sealRecord(await nextRecord(), signer);
  await shop.sql`delete from private.sealed_personal where order_id = ${id}`;
  expect(await append(sealed)).toEqual([{ outcome: 'stale' }]);
  expect(await seal(shop)).toBe(1);
  await shop.sql`delete from public.service_orders where id = ${id}`;
  expect((await verify(shop)).fault).toBeNull();
});

test('REC-74 a reception is sealed with checklist and photos as they were signed, though both change before it is', async () => {
  const { receptionist } = shop.people;
  const { id, photo, sha256 } = await signedOrder();
  const changed = await callSaveChecklist(receptionist, id, { points: [worksAt('Señal')], known: 1 });
  expect(changed.error).toBeNull();
  await shop.sql`delete from public.order_photos where id = ${photo}`;
  await seal(shop);
  const [row] = await shop.sql<{ body: string; salt: string; content: Record<string, Json> }[]>`
    select r.body, p.salt, p.content from private.sealed_records r
    join private.sealed_personal p on p.event_id = r.event_id where r.order_id = ${id}`;
  const body = JSON.parse(String(row?.body)) as { facts: Record<string, Json>; personal: string };
  expect(body.facts.photos).toEqual([sha256]);
  expect(row?.content.signed).toMatchObject({ points: [worksAt('Pantalla')], photos: [sha256] });
  expect(body.personal).toBe(await commitmentTo(String(row?.salt), row?.content ?? {}));
});

test.each<[string, Json]>([
  ['texts', ['€$\u000F\nA\'B"\\\\"/', '\u0001\u001F\b\f\r\t\u007F\u2028\u2029', '😀 ñ Ñ é', '']],
  ['numbers', [0, 1, -5, 45_000, 4.5, 0.002, 9_007_199_254_740_991]],
  ['keys in order', { b: 1, B: 2, a_b: 3, ab: 4, a: { z: null, y: [] }, '': true, 1: {} }],
])('REC-67 the database writes canonical JSON as the programs do: %s', async (_, value) => {
  const [row] = await shop.sql`select private.canonical_json(${shop.sql.json(value)}) as text`;
  expect(row?.text).toBe(canonicalJson(value));
});
