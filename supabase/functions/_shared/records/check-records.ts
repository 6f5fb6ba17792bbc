import {
  verifyRecords,
  type ChainEnd,
  type RecordSource,
  type StoredRecord,
} from '../../../../shared/src/orders/records/verify-records.ts';
import type { FunctionDeps } from '../function-deps.ts';
import { call } from './seal-queued.ts';

const PAGE = 200;

/** The answer of record_chain. */
interface Chain extends ChainEnd {
  signature: string | null;
  key_id: string | null;
  keys: Record<string, string>;
  due: boolean;
}

/**
 * Checks the whole chain if its last check is a day old, against what the host knows from outside of the database:
 * RECORD_PUBLIC_KEYS and RECORD_END, both JSON. @returns the chain's end; null if the chain does not hold what the host
 * saw as its end before.
 */
export async function checkRecords(deps: FunctionDeps): Promise<ChainEnd | null> {
  const admin = deps.admin();
  const chain = await call<Chain>(admin, 'record_chain', {});
  const { RECORD_PUBLIC_KEYS: known, RECORD_END: before } = deps.env;
  const keys = known ? (JSON.parse(known) as Chain['keys']) : chain.keys;
  const seen = before ? (JSON.parse(before) as ChainEnd) : undefined;
  const source: RecordSource = {
    after: (seq) => call<StoredRecord[]>(admin, 'sealed_records_after', { p_seq: seq, p_limit: PAGE }),
    end: () => call<Chain>(admin, 'record_chain', {}),
  };
  if (chain.due) {
    const { records, fault } = await verifyRecords(source, { keys, seen });
    if (fault) deps.log('error', `Sealed record ${fault.seq} does not agree: ${fault.text}`);
    await call(admin, 'note_record_check', {
      p_records: records,
      p_fault_seq: fault?.seq ?? null,
      p_fault: fault?.text ?? null,
    });
  }
  const isSeen =
    seen === undefined || seen.seq === 0 || (await source.after(seen.seq - 1))[0]?.sha256 === seen.sha256;
  return isSeen ? { seq: chain.seq, sha256: chain.sha256 } : null;
}
