import type { Json } from './canonical-json.ts';
import { isSignedBy, keyIdOf, sha256Of } from './record-key.ts';
import { commitmentTo, endOf } from './seal-record.ts';

/** A row of sealed_records_after. */
export interface StoredRecord {
  readonly seq: number;
  readonly event_id: number;
  readonly order_id: string;
  readonly kind: string;
  readonly body: string;
  readonly sha256: string;
  readonly previous: string;
  readonly signature: string;
  readonly key_id: string;
  readonly salt: string | null;
  readonly personal: Json;
  /** Whether the personal part has to be there: neither the order nor its person is gone. */
  readonly is_kept: boolean;
}

/** The last record of a chain. */
export interface ChainEnd {
  readonly seq: number;
  readonly sha256: string;
}

/** The chain as it is stored. */
export interface RecordSource {
  /** The records behind a place, in order; none at the end. */
  after(seq: number): Promise<readonly StoredRecord[]>;
  end(): Promise<ChainEnd & { readonly signature: string | null; readonly key_id: string | null }>;
}

/** Evidence against which a chain is checked. */
export interface Witnesses {
  /** Public keys by id. */
  readonly keys: Readonly<Record<string, string>>;
  /** An end that was seen before, outside of the database. */
  readonly seen?: ChainEnd | undefined;
}

/** The first record that does not agree, and why. */
export interface RecordFault {
  readonly seq: number;
  readonly text: string;
}

/** The result of a verification. */
export interface Verification {
  /** Records that agree. */
  readonly records: number;
  readonly fault: RecordFault | null;
}

const FIRST: ChainEnd = { seq: 0, sha256: '0'.repeat(64) };

/** Checks a whole chain, record by record. Others may append meanwhile. */
export async function verifyRecords(source: RecordSource, witnesses: Witnesses): Promise<Verification> {
  const { keys, seen } = witnesses;
  let last = FIRST;
  const found = (seq: number, text: string): Verification => ({ records: last.seq, fault: { seq, text } });
  for (const [id, key] of Object.entries(keys))
    if ((await keyIdOf(key)) !== id) return found(1, `la llave pública ${id} no es la de ese nombre`);
  for (;;) {
    const page = await source.after(last.seq);
    for (const record of page) {
      const text = await faultOf(record, last, witnesses);
      if (text !== null) return found(record.seq === last.seq + 1 ? record.seq : last.seq + 1, text);
      last = { seq: record.seq, sha256: record.sha256 };
    }
    if (page.length > 0) continue;
    const end = await source.end();
    // Somebody appended since.
    if (end.seq > last.seq && (await source.after(last.seq)).length > 0) continue;
    const missing = Math.max(end.seq, seen?.seq ?? 0);
    if (missing > last.seq) return found(last.seq + 1, `falta: la cadena había llegado hasta el ${missing}`);
    const text = await faultOfEnd(end, last, keys);
    return text === null ? { records: last.seq, fault: null } : found(last.seq, text);
  }
}

async function faultOfEnd(
  end: Awaited<ReturnType<RecordSource['end']>>,
  last: ChainEnd,
  keys: Witnesses['keys'],
): Promise<string | null> {
  if (end.seq !== last.seq || end.sha256 !== last.sha256) return 'no es el último que se selló';
  if (end.seq === 0) return null;
  const key = keys[end.key_id ?? ''];
  const isSigned =
    key !== undefined && (await isSignedBy(key, endOf(end.seq, end.sha256), end.signature ?? ''));
  return isSigned ? null : 'la firma del final de la cadena no es de la tienda';
}

/** The reason why a record does not agree; null if it does. */
async function faultOf(
  record: StoredRecord,
  before: ChainEnd,
  { keys, seen }: Witnesses,
): Promise<string | null> {
  if (record.seq !== before.seq + 1) return `falta: después del ${before.seq} viene el ${record.seq}`;
  if (record.seq === seen?.seq && record.sha256 !== seen.sha256)
    return 'no es el que el servidor había sellado en ese lugar';
  if (record.sha256 !== (await sha256Of(record.body))) return 'su contenido no es el que se selló';
  const key = keys[record.key_id];
  if (key === undefined) return `está firmado con una llave que la tienda no tiene (${record.key_id})`;
  if (!(await isSignedBy(key, record.body, record.signature))) return 'su firma no es de la tienda';
  const body = JSON.parse(record.body) as Record<string, Json>;
  if (body.seq !== record.seq) return 'está en el lugar de otro';
  if (body.previous !== before.sha256 || record.previous !== before.sha256)
    return `no sigue al ${before.seq}`;
  if (body.order !== record.order_id || body.kind !== record.kind || body.event !== record.event_id)
    return 'su orden o su tipo no son los que se sellaron';
  if (record.salt === null)
    return record.is_kept && body.personal !== null ? 'falta su parte personal' : null;
  return body.personal === (await commitmentTo(record.salt, record.personal))
    ? null
    : 'su parte personal no es la que se selló';
}
