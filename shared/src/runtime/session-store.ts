import { useSyncExternalStore } from 'react';
import {
  forgetUser,
  hasStoredTokens,
  readStoredUser,
  storeUser,
  type CurrentUser,
} from '#src/runtime/current-user.ts';
import { eraseDrafts } from '#src/contract/draft-store.ts';

/** `loading`: a session is stored but whose it is is not known yet. */
export type Session =
  | { status: 'loading'; user: null }
  /**
   * `ended`: the person did not ask for it. `codeNeeded`: the password was right, the code of the second factor is to
   * come.
   */
  | { status: 'signed-out'; user: null; ended?: true; codeNeeded?: true }
  | { status: 'signed-in'; user: CurrentUser };

/** `requested`: the person pressed Cerrar Sesión. `ended`: expiry, incomplete user, sign-out in another tab. */
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

/** Calls back after every change of the session. Returns the function that ends this. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when a session ends, with the reason. Returns the function that ends this. */
export function onSessionEnd(listener: (end: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The session, in a component. The server's rendering is signed out. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession, () => SIGNED_OUT);
}

/** Makes this person the current user, here and in the other tabs. */
export function adoptUser(user: CurrentUser): void {
  storeUser(user);
  eraseDrafts(user.id);
  if (session.status !== 'signed-in' || JSON.stringify(session.user) !== JSON.stringify(user))
    publish({ status: 'signed-in', user });
}

/** The password was right and is not enough: nobody is signed in until the code of the second factor comes. */
export function askForCode(): void {
  forgetUser();
  publish({ status: 'signed-out', user: null, codeNeeded: true });
}

/** Takes over what another tab stored. */
export function adoptStoredUser(): void {
  const user = readStoredUser();
  if (user === null) finishSession('ended');
  else if (user !== 'incomplete') adoptUser(user);
}

/** Forgets the user. Listeners of the end are called only if there was something to end. */
export function finishSession(end: SessionEnd): void {
  const before = session;
  forgetUser();
  if (before.status === 'signed-out') {
    if (before.codeNeeded) publish(SIGNED_OUT);
    return;
  }
  publish(end === 'ended' ? { status: 'signed-out', user: null, ended: true } : SIGNED_OUT);
  for (const listener of endListeners) listener(end);
}
