import { browserArea } from '#src/contract/storage.ts';
import { isRole, type Role } from '#src/access/roles.ts';

/** The signed-in user, as stored in the browser (SHELL-06). */
export interface CurrentUser {
  id: string;
  email: string;
  fullName: string;
  rut: string;
  phone: string;
  role: Role;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Local storage key of the current user; its removal signs the other tabs out. */
export const USER_KEY = 'taller.user';
/** The key under which supabase-js stores the tokens. */
export const TOKEN_KEY = 'taller.auth';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** A user from untrusted data, or null if id, email or role is missing: such a user must be signed out (SHELL-06). */
export function toCurrentUser(value: unknown): CurrentUser | null {
  if (typeof value !== 'object' || value === null) return null;
  const source = value as Record<string, unknown>;
  const id = text(source.id);
  const email = text(source.email);
  if (!id || !email || !isRole(source.role)) return null;
  return {
    id,
    email,
    fullName: text(source.fullName),
    rut: text(source.rut),
    phone: text(source.phone),
    role: source.role,
    createdAt: text(source.createdAt),
  };
}

/** The stored state: nothing, a complete user, or an incomplete one that must be signed out. */
export function readStoredUser(): CurrentUser | 'incomplete' | null {
  const raw = browserArea.getItem(USER_KEY);
  if (raw === null) return null;
  try {
    return toCurrentUser(JSON.parse(raw)) ?? 'incomplete';
  } catch {
    return 'incomplete';
  }
}

interface StoredTokens {
  access_token?: string;
  user?: { id?: string };
}

/** The tokens in the browser, of any user. What cannot be read is none, as supabase-js takes it. */
function storedTokens(): StoredTokens | null {
  try {
    return JSON.parse(browserArea.getItem(TOKEN_KEY) ?? 'null') as StoredTokens | null;
  } catch {
    return null;
  }
}

/** Whether the browser has tokens, of any user. */
export const hasStoredTokens = (): boolean => Boolean(storedTokens());

/** The access token of a user, if it is that user who is signed in; it may have expired. */
export function storedTokenOf(id: string): string | undefined {
  const tokens = storedTokens();
  return tokens?.user?.id === id ? tokens.access_token : undefined;
}

export function storeUser(user: CurrentUser): void {
  const next = JSON.stringify(user);
  if (browserArea.getItem(USER_KEY) !== next) browserArea.setItem(USER_KEY, next);
}

export function clearStoredUser(): void {
  browserArea.removeItem(USER_KEY);
}
