/** Sealing, verifying and damaging records. */
import { RecordKeyFiles } from '@taller/server/records/record-key-files.ts';
import { sealRecords } from '@taller/server/records/seal-records.ts';
import { verifyDatabase } from '@taller/server/records/verify-database.ts';
import type postgres from 'postgres';
import { decide } from './decide-quote.ts';
import { change, makeOrder } from './orders.ts';
import type { Shop } from './shop.ts';

export const CRON_SECRET = 'el-horario';

/** Seals what waits, as the server does. CRON_SECRET is in the environment. @returns how many records. */
export async function seal(shop: Shop): Promise<number> {
  let sealed = 0;
  const post = async (request: Request) => {
    const response = await fetch(request);
    ({ sealed } = (await response.clone().json()) as { sealed: number });
    return response;
  };
  await sealRecords({
    functions: { find: () => post },
    files: new RecordKeyFiles(shop.dataDir),
    siteUrl: shop.url,
    cronSecret: CRON_SECRET,
  });
  return sealed;
}

/** The result of `npm run verify-records`. */
export const verify = (shop: Shop) => verifyDatabase(shop.sql, new RecordKeyFiles(shop.dataDir));

/** An order whose quote was decided and that was handed over: two records. */
export async function deliveredOrder(shop: Shop, columns: Record<string, string | number> = {}) {
  const order = await makeOrder(shop, columns);
  const { technician, receptionist } = shop.people;
  await change(technician, order.id, { total_amount: 45_000, technical_work: 'Pantalla' });
  await change(technician, order.id, { status: 'quoted' });
  await decide(shop.anon, order.id, 'approved');
  await change(technician, order.id, { status: 'completed' });
  const { error } = await change(receptionist, order.id, { status: 'delivered', warranty_days: 90 });
  if (error) throw error;
  return order;
}

/** Changes the database as its superuser, past every trigger, and back. @returns what the verification finds. */
export async function faultAfter(shop: Shop, damage: (tx: postgres.TransactionSql) => Promise<unknown>) {
  const files = new RecordKeyFiles(shop.dataDir);
  let found: Awaited<ReturnType<typeof verify>> | undefined;
  await shop.sql
    .begin(async (tx) => {
      await tx`alter table private.sealed_records disable trigger user`;
      await damage(tx);
      found = await verifyDatabase(tx as unknown as postgres.Sql, files);
      throw new Error('put back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'put back')) throw error;
    });
  return found?.fault ?? null;
}
