import { useSyncExternalStore } from 'react';
import { browserArea } from '@taller/shared/contract/storage.ts';
import { expireSession, getSession, onSessionChange } from '@taller/shared/runtime';
import { touchSession } from '@taller/shared/people/sessions/touch-session.ts';
import { idleState, noticeMinutes } from '#src/session-use/idle-state.ts';

/** Local storage key: time of the last activity in any tab. */
const USED_KEY = 'taller.used';
/** Interval at which activity is reported to the server, in ms. */
const TOUCH_MS = 60_000;
const TICK_MS = 5000;
/** Throttle for recording activity, in ms. */
const NOTED_MS = 1000;
const USE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let limitMinutes: number | null = null;
let touchedAt = 0;
let touchedUser: string | null = null;
let notice: number | null = null;
const listeners = new Set<() => void>();

let usedAt = 0;

/** Shared by all tabs through local storage; per tab if storage is blocked. */
function writeUsed(at: number | null): void {
  usedAt = at ?? 0;
  if (at === null) browserArea.removeItem(USED_KEY);
  else browserArea.setItem(USED_KEY, String(at));
}

const readUsed = (): number => Number(browserArea.getItem(USED_KEY)) || usedAt;

function publish(next: number | null): void {
  if (notice === next) return;
  notice = next;
  for (const listener of listeners) listener();
}

/** Reports activity to the server, and receives the inactivity limit. */
async function touch(userId: string): Promise<void> {
  touchedAt = Date.now();
  touchedUser = userId;
  // A session rejected by the server is ended by the next profile check.
  const minutes = await touchSession();
  if (touchedUser === userId) limitMinutes = minutes;
}

function noteUse(): void {
  const { user } = getSession();
  if (!user) return;
  // Throttled: gestures fire events a hundred times a second, and every write notifies all tabs.
  const now = Date.now();
  if (touchedUser === user.id && notice === null && now - usedAt < NOTED_MS && now >= usedAt) return;
  writeUsed(now);
  publish(null);
  if (touchedUser === user.id && Date.now() - touchedAt < TOUCH_MS) return;
  touch(user.id).catch((error: unknown) =>
    console.warn('The server was not told that the session is used', error),
  );
}

function check(): void {
  if (getSession().status !== 'signed-in' || limitMinutes === null) return publish(null);
  const state = idleState(Date.now(), readUsed(), limitMinutes);
  if (state === 'over') {
    limitMinutes = null;
    expireSession().catch((error: unknown) => console.warn('The idle session was not ended', error));
  }
  publish(state === 'warned' ? noticeMinutes(limitMinutes ?? 0) : null);
}

/** Tracks activity in this browser, and ends an idle staff session (SEC-39). Opening a page counts as activity. */
export function followSessionUse(whenIdle: (task: () => void) => void): void {
  for (const event of USE) addEventListener(event, noteUse, { passive: true, capture: true });
  const begin = () => {
    const { user } = getSession();
    if (user?.id === touchedUser) return;
    limitMinutes = null;
    touchedUser = null;
    if (user) whenIdle(noteUse);
    else writeUsed(null);
  };
  onSessionChange(begin);
  begin();
  setInterval(check, TICK_MS);
  document.addEventListener('visibilitychange', check);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Hook: minutes until this session ends because of inactivity; null if that is not soon. */
export function useIdleNotice(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  );
}
