/** A printed slip against its sealed record (REC-68): the answers of check_paper and read_paper. */

/** The kinds of an order's sealed records. */
export type RecordKind =
  | 'reception'
  | 'collection'
  | 'decision'
  | 'delivery'
  | 'warranty'
  | 'correction'
  | 'corrected_reception'
  | 'corrected_delivery';

/** A record as anybody may know of it. */
export interface DatedRecord {
  readonly kind: RecordKind;
  readonly at: string;
  /** Keys of SealedPaper, and `customer`, that a correction is about; null for other records. */
  readonly changed: readonly string[] | null;
}

/** Whether a slip agrees, without anything personal. */
export type PaperCheck =
  /** `unreadable`: the record was changed so that it does not tell its code any more. */
  | { readonly state: 'unknown' | 'unreadable' }
  | (DatedRecord & {
      /** `differs`: printed with something else than what was sealed; `damaged`: the record was changed since. */
      readonly state: 'agrees' | 'differs' | 'damaged';
      readonly number: number;
      /** Null while it waits to be sealed. */
      readonly sealed_at: string | null;
      /** When the whole chain was last found in order. */
      readonly checked_at: string | null;
      /** Records of the order since, in order. */
      readonly later: readonly DatedRecord[];
      /** The person was taken out, or the order is gone. */
      readonly is_erased: boolean;
      /** Whether the phone has digits to ask for. */
      readonly has_phone: boolean;
    });

/** The check of a slip that the shop has a record of. */
export type KnownPaper = Extract<PaperCheck, DatedRecord>;

/** The sealed facts of the device, as the slip states them. */
export interface SealedPaper {
  readonly number: number;
  readonly type: string;
  readonly brand: string;
  readonly model: string;
  readonly imei: string | null;
  readonly condition: string;
  readonly problem: string;
  readonly points: readonly { readonly label: string; readonly result: string }[];
  readonly accessories: readonly string[];
  /** Version of the terms. */
  readonly terms: number | null;
  /** Present once the device was handed over, as are the fields below. */
  readonly work?: string;
  readonly total?: number;
  readonly delivered_at?: string;
  readonly warranty_days?: number | null;
  readonly unrepaired_reason?: string | null;
}

/** The name of a signer, and the time of the signature. */
export interface SealedSignature {
  readonly kind: 'reception' | 'collection';
  readonly at: string;
  readonly name: string;
  readonly is_drawn: boolean;
  readonly by_link: boolean;
  /** The signed content was corrected since. */
  readonly is_corrected: boolean;
}

/** The sealed facts, shown to whoever gives the last four digits of the phone. */
export interface SealedContent {
  readonly paper: SealedPaper;
  /** SHA-256 of each. */
  readonly photos: readonly string[];
  readonly signatures: readonly SealedSignature[];
}

/** The answer to the digits. */
export type PaperAnswer =
  | ({ readonly outcome: 'shown' } & SealedContent)
  | { readonly outcome: 'wrong' | 'too_many' };
