import { browserArea } from '#src/contract/storage.ts';
import { dataErrorCode } from '#src/data-access/data-error.ts';
import { countItems, SCAN_BATCH, type Scan, type ScanAnswer } from './count-items.ts';

/** A scan that was not counted, and why. It is kept until somebody has read it. */
export interface RefusedScan extends Scan {
  readonly answer: ScanAnswer;
}
type StoredScan = Scan | RefusedScan;
const isRefused = (scan: StoredScan): scan is RefusedScan => 'answer' in scan;

/** A phone's view of its own scans. */
export interface ScanState {
  /** Not answered yet. */
  readonly waiting: number;
  /** The newest first. */
  readonly refused: readonly RefusedScan[];
  /** The newest answer. */
  readonly last: ScanAnswer | null;
  /** The error of the newest attempt; null if it succeeded or is under way. */
  readonly error: unknown;
}

/** A failed attempt is made again after so long, and with the next scan. */
const AGAIN_MS = 4000;

/** Whether the server will never count these scans: the stocktake is over. Anything else passes. */
export const isLost = (error: unknown): boolean => ['invalid', 'not-found'].includes(dataErrorCode(error));

/**
 * The scans of a phone on their way to the server. Each is stored in the browser before anything else, under a key of
 * its own, so that neither a lost answer, nor a reload, nor a second tab loses one; the server counts each id once.
 */
export class ScanQueue {
  readonly #stocktakeId: string;
  readonly #prefix: string;
  readonly #onAnswer: () => void;
  readonly #listeners = new Set<() => void>();
  #state: ScanState = { waiting: 0, refused: [], last: null, error: null };
  #sending = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #newest = 0;

  /** @param onAnswer is called when the server has counted something. */
  constructor(userId: string, stocktakeId: string, onAnswer: () => void) {
    this.#stocktakeId = stocktakeId;
    this.#prefix = `taller.scan.${userId}.${stocktakeId}.`;
    this.#onAnswer = onAnswer;
    this.#change({});
  }

  /** Begins to send what an earlier page left, and listens for the connection. @returns what ends it. */
  readonly start = (): (() => void) => {
    const send = () => void this.send();
    addEventListener('online', send);
    send();
    return () => {
      removeEventListener('online', send);
      clearTimeout(this.#again);
    };
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): ScanState => this.#state;

  /** Counts pieces of a code. */
  add(code: string, quantity: number): void {
    // Two of one moment stay in their order.
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    this.#store({ id: crypto.randomUUID(), code, quantity, scannedAt: this.#newest });
    this.#change({});
    void this.send();
  }

  /** Forgets what was not sent: the stocktake is over. */
  discard(): void {
    for (const { id } of this.#waiting()) this.#remove(id);
    this.#change({ error: null });
  }

  /** A refused scan was read. */
  forget(id: string): void {
    this.#remove(id);
    this.#change({});
  }

  /** Sends what waits, in turn. */
  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#again);
    try {
      for (let scans = this.#waiting(); scans.length > 0; scans = this.#waiting()) {
        const batch = scans.slice(0, SCAN_BATCH);
        this.#take(batch, await countItems(this.#stocktakeId, batch));
        this.#onAnswer();
      }
      this.#change({ error: null });
    } catch (error) {
      this.#change({ error });
      if (dataErrorCode(error) !== 'offline') console.error(error);
      if (!isLost(error)) this.#again = setTimeout(() => void this.send(), AGAIN_MS);
    } finally {
      this.#sending = false;
    }
  }

  #take(batch: readonly Scan[], answers: readonly ScanAnswer[]): void {
    const answerOf = new Map(answers.map((answer) => [answer.id, answer]));
    for (const scan of batch) {
      const answer = answerOf.get(scan.id);
      if (answer && answer.outcome !== 'counted') this.#store({ ...scan, answer });
      else this.#remove(scan.id);
    }
    this.#change({ last: answerOf.get(batch.at(-1)?.id ?? '') ?? this.#state.last, error: null });
  }

  #store(scan: StoredScan): void {
    browserArea.setItem(`${this.#prefix}${scan.id}`, JSON.stringify(scan));
  }

  #remove(id: string): void {
    browserArea.removeItem(`${this.#prefix}${id}`);
  }

  /** Oldest first. */
  #stored(): StoredScan[] {
    return browserArea
      .keys()
      .filter((key) => key.startsWith(this.#prefix))
      .flatMap((key) => {
        const text = browserArea.getItem(key);
        return text === null ? [] : [JSON.parse(text) as StoredScan];
      })
      .toSorted((a, b) => a.scannedAt - b.scannedAt);
  }

  #waiting(): Scan[] {
    return this.#stored().filter((scan) => !isRefused(scan));
  }

  #change(part: Partial<Pick<ScanState, 'last' | 'error'>>): void {
    const stored = this.#stored();
    const refused = stored.filter(isRefused).toReversed();
    this.#state = { ...this.#state, waiting: stored.length - refused.length, refused, ...part };
    for (const listener of this.#listeners) listener();
  }
}
