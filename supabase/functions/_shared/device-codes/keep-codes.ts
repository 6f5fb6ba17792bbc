import type { SupabaseClient } from '@supabase/supabase-js';
import { openCode, sealingKeyId } from '../../../../shared/src/orders/device-codes/open-code.ts';
import { sealCode, type SealingKey } from '../../../../shared/src/orders/device-codes/seal-code.ts';
import type { FunctionDeps } from '../function-deps.ts';
import { privateKeyOf } from './private-key.ts';

const BATCH = 200;

/** Result of the scheduled maintenance of stored codes. */
export interface KeptCodes {
  /** The current key; null if the shop has none yet, in which case codes can be neither accepted nor encrypted. */
  currentKey: string | null;
  /** Number of codes re-encrypted with the current key in this call. */
  sealed: number;
  /** Number of codes that no private key of this function decrypts: those of a missing key. */
  unreadable: number;
  /** Keys that no code needs any more: their private keys can be destroyed. */
  droppedKeys: string[];
}

/** A stored code: plain text from before encryption was introduced, or encrypted with a retired key. */
interface WaitingCode {
  order_id: string;
  plain_code: string | null;
  sealed_code: string | null;
}

/** Encrypts plain codes, re-encrypts those of retired keys, and drops unused keys. */
export async function keepCodes(deps: FunctionDeps): Promise<KeptCodes> {
  const admin = deps.admin();
  const current = await currentKey(admin);
  const { sealed, unreadable } = current ? await sealWaiting(deps, admin, current) : NOTHING_SEALED;
  const droppedKeys = await call<string[]>(admin, 'drop_device_code_keys', {});
  return { currentKey: current?.id ?? null, sealed, unreadable, droppedKeys };
}

const NOTHING_SEALED = { sealed: 0, unreadable: 0 };

async function sealWaiting(deps: FunctionDeps, admin: SupabaseClient, key: SealingKey) {
  const counts = { ...NOTHING_SEALED };
  let after: string | null = null;
  for (;;) {
    const codes: WaitingCode[] = await call(admin, 'device_codes_to_seal', {
      p_after: after,
      p_limit: BATCH,
    });
    for (const { order_id: id, plain_code: plain, sealed_code: old } of codes) {
      const code = plain ?? (await reopen(deps, old ?? '', id));
      if (code === null) {
        counts.unreadable += 1;
        continue;
      }
      const args = { p_order_id: id, p_was: old, p_sealed: await sealCode(code, id, key) };
      if (await call<boolean>(admin, 'reseal_device_code', args)) counts.sealed += 1;
    }
    after = codes.at(-1)?.order_id ?? null;
    if (codes.length < BATCH) return counts;
  }
}

async function reopen(deps: FunctionDeps, sealed: string, orderId: string): Promise<string | null> {
  const privateKey = privateKeyOf(deps.env, sealingKeyId(sealed));
  if (privateKey === undefined) return null;
  return openCode(sealed, orderId, privateKey).catch(() => null);
}

async function currentKey(admin: SupabaseClient): Promise<SealingKey | null> {
  const { data, error } = await admin
    .from('device_code_keys')
    .select('id, public_key')
    .is('retired_at', null)
    .maybeSingle<{ id: string; public_key: string }>();
  if (error) throw new Error(error.message);
  return data && { id: data.id, publicKey: data.public_key };
}

async function call<Result>(admin: SupabaseClient, name: string, args: object): Promise<Result> {
  const { data, error } = await admin.rpc(name, args);
  if (error) throw new Error(`${name}: ${error.message}`);
  return data as Result;
}
