import { queryClient } from '@taller/shared/query';
import { getSession, retryWithBackOff, supabase } from '@taller/shared/runtime';
import { dataErrorCode, replyOf } from '#src/data-access/data-error.ts';
import { orderChangeFailure } from '#src/orders/failure-text.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { sendPhoto } from './send-photo.ts';
import { forgetWaiting, onWaitingChange, waitingPhotosOf, type WaitingPhoto } from './waiting-photos.ts';

/** The state of the photos that the signed-in person left on this device. */
export interface Sending {
  readonly waiting: readonly WaitingPhoto[];
  /** The one on its way, and how many of its bytes have left. */
  readonly current: { readonly id: string; readonly sent: number } | null;
  /** The reasons of refusals by photo id: refused photos stay until they are sent again or given up. */
  readonly refused: Readonly<Record<string, string>>;
  /** The cause why no photo gets through: no answer, or one of a server that fails. Sending is retried by itself. */
  readonly trouble: 'cut' | 'server' | null;
}

let sending: Sending = { waiting: [], current: null, refused: {}, trouble: null };
const changes = new EventTarget();
let stopCurrent = new AbortController();
let isRunning = false;

function note(part: Partial<Sending>): void {
  sending = { ...sending, ...part };
  changes.dispatchEvent(new Event('change'));
}

export const getSending = (): Sending => sending;

/** Subscribes to {@link getSending}. @returns a function that unsubscribes. */
export function onSending(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

async function readWaiting(): Promise<void> {
  const owner = getSession().user?.id;
  const waiting = owner === undefined ? [] : await waitingPhotosOf(owner);
  if (getSession().user?.id !== owner) return;
  const isGone = ({ id, owner: whose }: WaitingPhoto) =>
    whose === owner && id !== sending.current?.id && !waiting.some((photo) => photo.id === id);
  const gone = sending.waiting.filter(isGone);
  note({ waiting });
  // Another tab has sent them.
  for (const { orderId } of gone) void refetch(orderId);
}
onWaitingChange(() => void readWaiting());

/**
 * Sends the person's waiting photos, of any order, one after the other and in one tab only; what is cut is tried again
 * until it gets through (REC-53).
 */
export async function sendWaiting(): Promise<void> {
  await readWaiting();
  if (isRunning) return;
  isRunning = true;
  try {
    await retryWithBackOff(() => inOneTab(sendAll));
  } finally {
    isRunning = false;
  }
}

async function inOneTab(work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  try {
    // oxlint-disable-next-line eslint/no-restricted-properties -- what it throws is caught
    await navigator.locks.request('taller.waiting-photos', () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    // No locks where the data of sites are blocked: then no tab knows of another's photos either.
    await work();
  }
}

/** Sends all that may get through. A photo that the server fails on holds up none of the others (REC-56). */
async function sendAll(): Promise<void> {
  const failed = new Set<string>();
  let failure: unknown;
  for (;;) {
    await readWaiting();
    const next = sending.waiting.find(
      ({ id, isHeld }) => !isHeld && sending.refused[id] === undefined && !failed.has(id),
    );
    if (!next) break;
    try {
      await sendOne(next);
    } catch (error) {
      // Without any answer the next one would not get through either.
      if (replyOf(error) !== 'failed') throw error;
      failed.add(next.id);
      failure = error;
    }
  }
  note({ trouble: failed.size > 0 ? 'server' : null });
  if (failed.size > 0) throw failure;
}

/** @throws what may get through later. */
async function sendOne(photo: WaitingPhoto): Promise<void> {
  const { id, orderId } = photo;
  stopCurrent = new AbortController();
  const { signal } = stopCurrent;
  note({ current: { id, sent: 0 } });
  try {
    const onBytes = (sent: number) =>
      // Bytes that leave show that there is a connection, and nothing of the server behind it.
      note({ current: { id, sent }, ...(sending.trouble === 'cut' && { trouble: null }) });
    await sendPhoto(photo, { signal, onBytes });
    await refetch(orderId);
    await forgetWaiting(photo);
  } catch (error) {
    if (signal.aborted) await removeRow(photo);
    else if (dataErrorCode(error) === 'offline') {
      note({ trouble: replyOf(error) === 'none' ? 'cut' : 'server' });
      throw error;
    } else note({ refused: { ...sending.refused, [id]: orderChangeFailure(error) } });
  } finally {
    note({ current: null });
  }
}

const refetch = (orderId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: orderKeys.photos(orderId), exact: true }),
    queryClient.invalidateQueries({ queryKey: orderKeys.timeline(orderId) }),
  ]);

/** Sends a refused photo again. */
export function sendAgain({ id }: WaitingPhoto): void {
  const { [id]: _, ...refused } = sending.refused;
  note({ refused });
  void sendWaiting();
}

/** Gives a waiting photo up, also while it is being sent. */
export async function giveUp(photo: WaitingPhoto): Promise<void> {
  await forgetWaiting(photo);
  if (sending.current?.id === photo.id) stopCurrent.abort();
  else if (!photo.isHeld) await removeRow(photo);
}

/** Takes back what may have come of it. Without a connection it stays as a photo that did not come, to be removed. */
async function removeRow({ id, orderId }: WaitingPhoto): Promise<void> {
  const database = await supabase();
  await database.rpc('remove_photo', { p_id: id });
  await refetch(orderId);
}
