import type postgres from 'postgres';
import {
  verifyRecords,
  type RecordSource,
  type StoredRecord,
  type Verification,
} from '@taller/shared/orders/records/verify-records.ts';
import type { RecordKeyFiles } from './record-key-files.ts';

const PAGE = 500;

/** A verified database. */
export interface VerifiedDatabase extends Verification {
  /** Whether the public keys are the data folder's; else those that the database itself tells. */
  ownKeys: boolean;
}

/**
 * Verifies the sealed records of a database by what the data folder knows. Reads the tables and calls no function of
 * the database, which could answer otherwise.
 */
export async function verifyDatabase(sql: postgres.Sql, files: RecordKeyFiles): Promise<VerifiedDatabase> {
  const ownKeys = files.current !== undefined;
  const keys = ownKeys ? files.publicKeys : await publishedKeys(sql);
  return { ...(await verifyRecords(sourceOf(sql), { keys, seen: files.end })), ownKeys };
}

async function publishedKeys(sql: postgres.Sql): Promise<Record<string, string>> {
  const rows = await sql<
    { id: string; public_key: string }[]
  >`select id, public_key from private.record_keys`;
  return Object.fromEntries(rows.map(({ id, public_key }) => [id, public_key]));
}

function sourceOf(sql: postgres.Sql): RecordSource {
  return {
    after: async (seq) => {
      const rows = await sql<{ record: StoredRecord }[]>`
        select to_jsonb(r) || jsonb_build_object('salt', p.salt, 'personal', p.content, 'is_kept',
          exists (select from public.service_orders o where o.id = r.order_id and o.anonymized_at is null)) as record
        from private.sealed_records r left join private.sealed_personal p on p.event_id = r.event_id
        where r.seq > ${seq} order by r.seq limit ${PAGE}`;
      return rows.map(({ record }) => record);
    },
    end: async () => {
      const [row] = await sql<{ chain: Awaited<ReturnType<RecordSource['end']>> }[]>`
        select to_jsonb(c) as chain from private.record_chain c`;
      return row?.chain ?? { seq: 0, sha256: '', signature: null, key_id: null };
    },
  };
}
