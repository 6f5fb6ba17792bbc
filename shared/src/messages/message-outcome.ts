import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { Message } from './message.ts';
import { watchMessages } from './watch-messages.ts';

/** How far a message is, without its text and number. */
export type Progress = Pick<Message, 'id' | 'state' | 'attempts' | 'error_code'>;

/** The columns of {@link Progress}. */
export const PROGRESS_COLUMNS = 'id, state, attempts, error_code';

/** Whether the message has no outcome yet: it waits, or is being sent. */
const isOpen = ({ state, attempts, error_code }: Progress) =>
  state === 'sending' || (state === 'queued' && (attempts === 0 || error_code === null));

/** A message that has failed, also if it will be tried again (MSG-02). */
const hasFailed = (message: Progress) => message.state === 'failed' || message.state === 'queued';

/** Time to wait for the outcome of a message, after the time to undo its change. */
const PATIENCE_MS = 60_000;

/** Listeners by message id. All share one subscription. */
const waiting = new Map<string, Set<(message: Progress) => void>>();
let unfollow: (() => void) | undefined;

function hear(message: Progress): void {
  if (!isOpen(message)) for (const tell of waiting.get(message.id) ?? []) tell(message);
}

/** Reads the messages again: they may have changed before the subscription was active. */
async function readWaiting(): Promise<void> {
  try {
    const client = await supabase();
    const rows = unwrap(
      await client
        .from('whatsapp_messages')
        .select(PROGRESS_COLUMNS)
        .in('id', [...waiting.keys()]),
    );
    for (const row of rows as Progress[]) hear(row);
  } catch (error) {
    console.warn('The state of messages could not be read', error);
  }
}

function nextNews(id: string, patienceMs: number): Promise<Progress | null> {
  return new Promise((resolve) => {
    const told = waiting.get(id) ?? new Set();
    const end = (message: Progress | null) => {
      clearTimeout(timer);
      told.delete(end);
      if (told.size === 0) waiting.delete(id);
      if (waiting.size === 0) {
        unfollow?.();
        unfollow = undefined;
      }
      resolve(message);
    };
    const timer = setTimeout(() => end(null), patienceMs);
    waiting.set(id, told.add(end));
    if (unfollow) void readWaiting();
    else
      unfollow = watchMessages({
        onChange: (message) => message && hear(message),
        onResumed: () => void readWaiting(),
      });
  });
}

/**
 * Follows a message until it was sent, failed or is not sent at all. @returns whether the customer could be notified;
 * null if there was no news for a while.
 */
export async function messageOutcome(message: string | Progress, heldMs = 0): Promise<boolean | null> {
  const known = typeof message === 'string' || isOpen(message) ? null : message;
  const id = typeof message === 'string' ? message : message.id;
  const news = known ?? (await nextNews(id, heldMs + PATIENCE_MS));
  return news && !hasFailed(news);
}
