import type { SupabaseClient } from '@supabase/supabase-js';
import { signerOf } from '../../../../shared/src/orders/records/record-key.ts';
import { sealRecord, type NextRecord } from '../../../../shared/src/orders/records/seal-record.ts';

/** A call takes no more, so that a function's time is enough; the schedule takes the rest. */
const MOST = 500;

/** Seals what waits, in order. @returns how many records this call has appended. */
export async function sealQueued(admin: SupabaseClient, privateKey: string): Promise<number> {
  const signer = await signerOf(privateKey);
  let sealed = 0;
  for (let turn = 0; turn < MOST; turn += 1) {
    const next = await call<NextRecord | null>(admin, 'next_record', {});
    if (next === null) break;
    // 'stale': another one has taken its place, or sealed it.
    if ((await call<string>(admin, 'append_record', await sealRecord(next, signer))) === 'sealed')
      sealed += 1;
  }
  await call(admin, 'note_sealing', {});
  return sealed;
}

/** Calls a function of the database. @throws with the name of the one that failed. */
export async function call<Result>(admin: SupabaseClient, name: string, args: object): Promise<Result> {
  const { data, error } = await admin.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.code}`);
  return data as Result;
}
