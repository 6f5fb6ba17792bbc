import { canonicalJson, type Json } from './canonical-json.ts';
import { sha256Of, type RecordSigner } from './record-key.ts';

/** A record to be sealed, and its place in the chain: the answer of next_record. */
export interface NextRecord {
  readonly seq: number;
  readonly previous: string;
  readonly event: number;
  readonly order: string;
  readonly number: number;
  readonly kind: string;
  readonly at: string;
  readonly sealed_at: string;
  readonly facts: Json;
  /** The place of the record that it corrects. */
  readonly corrects: number | null;
  readonly salt: string | null;
  /** Null for an order that is gone. */
  readonly personal: Json;
}

/** The parameters of append_record. */
export interface SealedRecord {
  readonly p_body: string;
  readonly p_signature: string;
  readonly p_key: string;
  readonly p_public_key: string;
  readonly p_end_signature: string;
}

/** Builds and signs a record. */
export async function sealRecord(next: NextRecord, signer: RecordSigner): Promise<SealedRecord> {
  const { salt, personal, ...open } = next;
  const commitment = salt === null ? null : await commitmentTo(salt, personal);
  const body = canonicalJson({ ...open, v: 1, personal: commitment });
  const end = endOf(next.seq, await sha256Of(body));
  return {
    p_body: body,
    p_signature: await signer.sign(body),
    p_key: signer.id,
    p_public_key: signer.publicKey,
    p_end_signature: await signer.sign(end),
  };
}

/** The hash by which a record commits to its personal part: it tells nothing without the salt. */
export const commitmentTo = (salt: string, personal: Json): Promise<string> =>
  sha256Of(salt + canonicalJson(personal));

/** The text that is signed for the chain's end. */
export const endOf = (seq: number, sha256: string): string => canonicalJson({ end: seq, sha256 });
