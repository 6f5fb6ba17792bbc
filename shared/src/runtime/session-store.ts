import { useSyncExternalStore } from 'react';
import {
  clearStoredUser,
  hasStoredTokens,
  readStoredUser,
  storeUser,
  type CurrentUser,
} from '#src/runtime/current-user.ts';
import { eraseDrafts } from '#src/contract/draft-store.ts';

/** Reasons why it is unknown whose session this is: no answer, or one that is a failure or cannot be read. */
export type Unanswered = 'offline' | 'unavailable' | 'unreadable';

/** `loading`: a session is stored but its user is not known yet. `unanswered`: nor is there an answer yet. */
export type Session =
  | { status: 'loading'; user: null; unanswered?: Unanswered }
  /** `ended`: not requested by the user. `codeNeeded`: the password was correct, the second factor is missing. */
  | { status: 'signed-out'; user: null; ended?: true; codeNeeded?: true }
  | { status: 'signed-in'; user: CurrentUser };

/** `requested`: the user clicked Cerrar Sesión. `ended`: expiry, incomplete user, sign-out in another tab. */
export type SessionEnd = 'requested' | 'ended';

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const LOADING: Session = { status: 'loading', user: null };

function initialSession(): Session {
  const user = readStoredUser();
  if (user && user !== 'incomplete') return { status: 'signed-in', user };
  if (user === 'incomplete') return LOADING;
  return hasStoredTokens() ? LOADING : SIGNED_OUT;
}

let session = initialSession();
const listeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();

function publish(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const getSession = (): Session => session;

/** Subscribes to changes of the session. Returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Subscribes to the end of a session, with its reason. Returns a function that unsubscribes. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Hook: the session. Signed out in server rendering. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, () => SIGNED_OUT);
}

/** Sets the current user, here and in the other tabs. */
export function adoptUser(user: CurrentUser): void {
  storeUser(user);
  eraseDrafts(user.id);
  if (session.status !== 'signed-in' || JSON.stringify(session.user) !== JSON.stringify(user))
    publish({ status: 'signed-in', user });
}

/** The password was correct but is not sufficient: nobody is signed in until the second factor is verified. */
export function askForCode(): void {
  clearStoredUser();
  publish({ status: 'signed-out', user: null, codeNeeded: true });
}

/** The server has not confirmed the session's user: it is kept, and nobody is signed in until there is an answer. */
export function holdSession(unanswered: Unanswered): void {
  if (session.status === 'loading' && session.unanswered === unanswered) return;
  publish({ status: 'loading', user: null, unanswered });
}

/** Adopts the state stored by another tab. */
export function adoptStoredUser(): void {
  const user = readStoredUser();
  if (user === null) finishSession('ended');
  else if (user !== 'incomplete') adoptUser(user);
}

/** Removes the user. Listeners of the end are called only if there was a session. */
export function finishSession(end: SessionEnd): void {
  const before = session;
  clearStoredUser();
  if (before.status === 'signed-out') {
    if (before.codeNeeded) publish(SIGNED_OUT);
    return;
  }
  publish(end === 'ended' ? { status: 'signed-out', user: null, ended: true } : SIGNED_OUT);
  for (const listener of endListeners) listener(end);
}
