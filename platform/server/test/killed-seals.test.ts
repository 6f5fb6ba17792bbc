/** Records while the database is killed again and again in the middle of sealing them (REC-60). */
import { createClient } from '@supabase/supabase-js';
import { signerOf, type RecordSigner } from '@taller/shared/orders/records/record-key.ts';
import { sealRecord, type NextRecord } from '@taller/shared/orders/records/seal-record.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealQueued } from '../../../supabase/functions/_shared/records/seal-queued.ts';
import { prepareRecordKeys, type RecordKeyFiles } from '../src/records/record-key-files.ts';
import { verifyDatabase } from '../src/records/verify-database.ts';
import { KILLS, openKilledShop, type Asked, type KilledShop } from './support/killed-shop.ts';

let shop: KilledShop;
let files: RecordKeyFiles;
let signer: RecordSigner;
let sealing: Asked;
beforeAll(async () => {
  shop = await openKilledShop('technician');
  files = await prepareRecordKeys(shop.dataDir);
  const { privateKey = '' } = files.current ?? {};
  signer = await signerOf(privateKey);
  const admin = createClient(shop.server.url, shop.server.keys.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  sealing = {
    send: () =>
      sealQueued(admin, privateKey).then(
        () => true,
        () => false,
      ),
    work: async (tx) => {
      const [row] = await tx<{ next: NextRecord }[]>`select public.next_record() as next`;
      if (!row) throw new Error('Nothing waits');
      const { p_body, p_signature, p_key, p_public_key, p_end_signature } = await sealRecord(
        row.next,
        signer,
      );
      const [done] =
        await tx`select public.append_record(${p_body}, ${p_signature}, ${p_key}, ${p_public_key},
        ${p_end_signature}) as outcome`;
      expect(done).toEqual({ outcome: 'sealed' });
    },
  };
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Counts each order's records in the chain, and all records that wait. */
async function stateOf(orders: readonly string[]) {
  const rows =
    await shop.sql`select order_id from private.sealed_records where order_id = any (${orders}::uuid[])`;
  const [queue] = await shop.sql`select count(*)::integer as waiting from private.records_to_seal`;
  return {
    sealed: orders.map((id) => rows.filter((row) => row.order_id === id).length),
    waiting: Number(queue?.waiting),
  };
}

for (const { kills, tags } of KILLS)
  test(
    `REC-60 after ${kills} kills of the database in the middle of sealing each record is there once, without gaps`,
    { tags },
    async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        const orders: string[] = [];
        for (let made = 0; made < 5; made += 1) orders.push(await shop.addOrder({ status: 'completed' }));
        await shop.sql`update public.service_orders set status = 'delivered' where id = any (${orders}::uuid[])`;
        const isCut = kill % 2 === 0;
        await (isCut ? shop.killBeforeCommit(sealing) : shop.sendAndKill([sealing, sealing], kill * 2));
        await shop.isUp();
        const { sealed, waiting } = await stateOf(orders);
        const count = sealed.filter((each) => each === 1).length;
        // A delivery is either in the chain or waits to be sealed.
        expect(count + waiting).toBe(5);
        expect(isCut ? count : 0).toBe(0);
        expect((await verifyDatabase(shop.sql, files)).fault).toBeNull();
        await shop.sendAgain([sealing]);
        expect(await stateOf(orders)).toEqual({ sealed: [1, 1, 1, 1, 1], waiting: 0 });
      }
      const { fault, records } = await verifyDatabase(shop.sql, files);
      expect(fault).toBeNull();
      expect(records % 5).toBe(0);
    },
  );
