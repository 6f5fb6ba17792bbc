import { refused, type AuthOutcome } from '#src/runtime/auth-refusal.ts';
import {
  readStoredUser,
  toCurrentUser,
  TOKEN_KEY,
  USER_KEY,
  type CurrentUser,
} from '#src/runtime/current-user.ts';
import { getMailLink, setMailLink } from '#src/runtime/mail-link.ts';
import {
  DRAFT_SAVED,
  eraseDrafts,
  eraseDraftsEverywhere,
  hasDrafts,
  watchDrafts,
} from '#src/contract/draft-store.ts';
import { browserArea, onSharedChange } from '#src/contract/storage.ts';
import { giveCode, lacksCode } from '#src/runtime/second-factor.ts';
import { prepareSealing, sealDrafts, unsealDrafts } from '#src/runtime/sealed-drafts.ts';
import { retryNow, retryWithBackOff, StopRetrying } from '#src/runtime/retry.ts';
import {
  adoptStoredUser,
  adoptUser,
  askForCode,
  finishSession,
  getSession,
  holdSession,
  type SessionEnd,
  type Unanswered,
} from '#src/runtime/session-store.ts';
import {
  mailSupabase,
  onSupabaseCreated,
  siteConfig,
  supabase,
  type Supabase,
} from '#src/runtime/supabase.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The profile lookup was conclusive: there is no such profile, or it may not be read. */
class ProfileRefused extends StopRetrying {}

/** The profile lookup was not conclusive. `status`: of the answer, 0 without one. */
class LookupFailed extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

async function fetchProfile(client: Supabase, id: string): Promise<CurrentUser> {
  const columns = 'id, email, full_name, rut, phone, role, created_at';
  const { data, error, status } = await client.from('profiles').select(columns).eq('id', id).maybeSingle();
  // Only a conclusive response ends a session, not a failure of the server or the database.
  if (error && status !== 401 && status !== 403) throw new LookupFailed(error.message, status);
  const user = data && toCurrentUser({ ...data, fullName: data.full_name, createdAt: data.created_at });
  if (!user) throw new ProfileRefused(error?.message ?? 'The profile is missing or incomplete');
  return user;
}

/** Time in ms until the user learns that the server has not confirmed the session (SHELL-06). */
const LOOKUP_PATIENCE_MS = 4000;
/** The user that the server has named on this page: a later lookup without an answer changes nothing. */
let confirmedId: string | null = null;

/** Whether the page starts offline with the stored user; the banner says why nothing loads. */
const startsOffline = () => !navigator.onLine && getSession().status === 'signed-in';

function unansweredBy(error: unknown): Unanswered {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  if (status === 0) return 'offline';
  return status < 300 ? 'unreadable' : 'unavailable';
}

/**
 * Repeats a lookup until it is conclusive. If that takes longer than anybody waits in silence, the session is held
 * meanwhile.
 * @param id the user that is looked up, null if the tokens say it.
 */
async function untilAnswered<T>(id: string | null, lookup: (client: Supabase) => Promise<T>): Promise<T> {
  const began = ended;
  let unanswered: Unanswered | null = null;
  let waits = 0;
  const isNamed = () => confirmedId !== null && (id ?? confirmedId) === confirmedId;
  const timer = setInterval(() => {
    waits += 1;
    // A request on its way has twice the time: leaving the page for a slow answer and coming back moves all of it.
    const isSlow = unanswered === null && waits === 1;
    if (began === ended && !isNamed() && !startsOffline() && !isSlow) holdSession(unanswered ?? 'offline');
  }, LOOKUP_PATIENCE_MS);
  try {
    return await retryWithBackOff(async () => {
      try {
        const client = await supabase();
        forgetFailedRefresh(client);
        return await lookup(client);
      } catch (error) {
        unanswered = unansweredBy(error);
        throw error;
      }
    });
  } finally {
    clearInterval(timer);
  }
}

/**
 * supabase-js keeps the failure of a refresh for a minute, during which it does not ask the server. Its field is not
 * public: session-outage.test.ts fails if it is renamed.
 */
function forgetFailedRefresh(client: Supabase): void {
  (client.auth as unknown as { lastRefreshFailure: unknown }).lastRefreshFailure = null;
}

let adopting: { id: string; promise: Promise<void> } | null = null;
/** Counts ended sessions of this page: responses to requests of an earlier session are ignored. */
let ended = 0;

/** Reads the profile of an authenticated id and makes it the current user; concurrent lookups of an id are shared. */
function adoptProfile(id: string): Promise<void> {
  if (adopting?.id === id) return adopting.promise;
  const began = ended;
  // A session without its second factor may not read anything, not even its own profile.
  const lookup = async (client: Supabase) => ((await lacksCode(client)) ? null : fetchProfile(client, id));
  const promise = untilAnswered(id, lookup)
    .then(
      async (user) => {
        if (user) await unsealDrafts(user.id);
        if (began !== ended) return undefined;
        confirmedId = user?.id ?? null;
        if (!user) return askForCode();
        adoptUser(user);
        if (hasDrafts()) prepareSealing();
        return undefined;
      },
      async (error: unknown) => {
        if (began !== ended) return undefined;
        await endSession('ended');
        throw error;
      },
    )
    .finally(() => {
      if (adopting?.promise === promise) adopting = null;
    });
  adopting = { id, promise };
  return promise;
}

function forgetLookups(): void {
  ended += 1;
  adopting = null;
  confirmedId = null;
}

/** The reason why the session is ending, until it has ended. */
let ending: SessionEnd | null = null;

/**
 * Removes the tokens from the browser and revokes them on the server. supabase-js waits for the server first: without a
 * network, or if the page is left at once, the user would stay signed in. The request outlives the page (keepalive).
 * @param sealed what still needs the session.
 */
async function revokeTokens(sealed: Promise<void> | undefined): Promise<void> {
  const stored = browserArea.getItem(TOKEN_KEY);
  browserArea.removeItem(TOKEN_KEY);
  if (sealed) await sealed;
  if (stored === null) return;
  const { access_token: accessToken } = JSON.parse(stored) as { access_token?: string };
  const { supabaseUrl, supabaseKey } = await siteConfig();
  await fetch(`${supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: supabaseKey, authorization: `Bearer ${accessToken}` },
  });
}

/**
 * Signs out locally at once and on the server if it is reachable: first the tokens, then the user, to avoid a redirect
 * loop.
 * @param left called when the page that needs the session has been left. The browser's storage is cleared before that.
 */
async function endSession(end: SessionEnd, left?: Promise<void>): Promise<void> {
  forgetLookups();
  const sealed = end === 'requested' ? sealDrafts() : undefined;
  // Before the other tabs learn that the session ended.
  if (end === 'requested') eraseDraftsEverywhere();
  revokeTokens(sealed).catch((error: unknown) => console.warn('Sign-out did not reach the server', error));
  browserArea.removeItem(USER_KEY);
  ending = end;
  await left;
  try {
    const client = await supabase();
    await client.auth.signOut({ scope: 'local' });
  } catch (error) {
    console.warn('The tokens could not be cleared', error);
  }
  ending = null;
  // A form that is left stores what is sealed by now.
  if (end === 'requested') eraseDrafts();
  finishSession(end);
}

/** Compares the stored user with the tokens and the profile. Ends the session if they do not match. */
async function verifySession(): Promise<void> {
  if (readStoredUser() === 'incomplete') return endSession('ended');
  const id = await untilAnswered(null, async (client) => {
    const { data, error } = await client.auth.getSession();
    if (error?.name === 'AuthRetryableFetchError') throw error;
    return data.session?.user.id ?? null;
  });
  if (id === null) return finishSession('ended');
  return adoptProfile(id);
}

onSupabaseCreated((client) => {
  client.auth.onAuthStateChange((event, tokens) => {
    if (event === 'SIGNED_OUT') {
      forgetLookups();
      finishSession(ending ?? 'ended');
    }
    const id = tokens?.user.id;
    if (event !== 'SIGNED_IN' || !id || getSession().user?.id === id) return;
    // Calling supabase-js inside this callback would deadlock.
    setTimeout(
      () => void adoptProfile(id).catch((error: unknown) => console.error('Profile lookup failed', error)),
    );
  });
});

/** Adopts what another tab stored; a user gets the drafts of this tab back first. */
async function followTab(): Promise<void> {
  const user = readStoredUser();
  if (user !== null && user !== 'incomplete') await unsealDrafts(user.id);
  adoptStoredUser();
}

/**
 * Starts session handling on this page: follows the other tabs, and verifies the stored user as soon as `whenIdle` runs
 * it.
 * @param whenIdle runs its argument when idle; on a page that needs data it may run it at once.
 */
export function startSession(whenIdle: (task: () => void) => void): void {
  watchDrafts(() => void sealDrafts());
  addEventListener(DRAFT_SAVED, prepareSealing);
  onSharedChange((key) => {
    if (key === USER_KEY || key === null) void followTab();
  });
  if (getSession().status === 'signed-out') return;
  const verify = () =>
    void verifySession().catch((error: unknown) => console.error('The session could not be verified', error));
  if (getSession().status === 'loading') verify();
  else whenIdle(verify);
}

/** Signs in with e-mail and password and reads the profile. Throws only on unexpected errors. */
export async function signIn(email: string, password: string): Promise<AuthOutcome> {
  const client = await supabase();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) return refused(error);
  await adoptProfile(data.user.id);
  return { ok: true };
}

/** Verifies the second factor, for the user who is signing in, or for the account of a mailed link. */
export async function verifySecondFactor(code: string): Promise<AuthOutcome> {
  const link = getMailLink();
  if (link.status === 'redeemed' && link.codeNeeded) {
    const outcome = await giveCode(await mailSupabase(), code);
    if (outcome.ok) setMailLink({ ...link, codeNeeded: false });
    return outcome;
  }
  const client = await supabase();
  const outcome = await giveCode(client, code);
  const { data } = await client.auth.getSession();
  if (outcome.ok && data.session) await adoptProfile(data.session.user.id);
  return outcome;
}

/** Back to the log-in: the incomplete session is ended. */
export const giveUpSecondFactor = (): Promise<void> => endSession('ended');

/** Signs in with tokens obtained by another client of this page. */
export async function adoptTokens(tokens: Tokens): Promise<void> {
  const client = await supabase();
  const { data, error } = await client.auth.setSession(tokens);
  if (error) throw error;
  if (data.user) await adoptProfile(data.user.id);
}

/** Registration data; RUT normalised as `12345678-9`. */
export interface Registration {
  email: string;
  password: string;
  fullName: string;
  rut: string;
  phone: string;
}

/**
 * Registers. The server creates the profile, with role customer whatever is sent. The user must confirm by mail before
 * signing in.
 */
export async function signUp({ email, password, fullName, rut, phone }: Registration): Promise<AuthOutcome> {
  const client = await mailSupabase();
  const { error } = await client.auth.signUp({
    email,
    password,
    options: {
      data: { full_name: fullName, rut, phone },
      emailRedirectTo: `${location.origin}/update-password`,
    },
  });
  return error ? refused(error) : { ok: true };
}

/** Signs out at the user's request. @param left see `endSession`. */
export const signOut = (left?: Promise<void>): Promise<void> => endSession('requested', left);

/** Signs out because of inactivity. */
export const expireSession = (): Promise<void> => endSession('ended');

/** Sends the mail with the link to /update-password. */
export async function sendPasswordReset(email: string): Promise<AuthOutcome> {
  const client = await mailSupabase();
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}/update-password`,
  });
  return error ? refused(error) : { ok: true };
}

/**
 * Sets the password of the account verified by a mailed link; without a link, of the signed-in user.
 * @param current the present password, which a user who has not just signed in needs (SEC-71).
 */
export async function updatePassword(password: string, current?: string): Promise<AuthOutcome> {
  const client = await (getMailLink().status === 'redeemed' ? mailSupabase() : supabase());
  const { error } = await client.auth.updateUser({ password, current_password: current });
  return error ? refused(error) : { ok: true };
}

/** Reloads the profile, such as after the user has changed it; at once if a lookup waits for its next attempt. */
export async function refreshCurrentUser(): Promise<void> {
  // What was on its way at the sign-out is refused by now, and would end the session for another reason.
  if (ending === 'requested') return;
  const { user } = getSession();
  if (!user) retryNow();
  if (user) await adoptProfile(user.id);
}
