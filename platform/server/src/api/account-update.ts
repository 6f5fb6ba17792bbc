import type postgres from 'postgres';
import { authError } from './auth-errors.ts';
import { isLargeMetadata, METADATA_BYTES } from './metadata-size.ts';
import { bearerToken } from './bearer-token.ts';
import { verifyToken, type Claims } from '../tokens/jwt.ts';
import { endSessions, isProvedSession, provePassword } from './live-session.ts';
import type { AccountNotices } from './account-notices.ts';

/** Dependencies. */
export interface AccountUpdateOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  jwtSecret: string;
  notices: AccountNotices;
}

/** Fields that users may change on their own account, and fields that supabase-js sends in addition. */
const CHANGEABLE = new Set([
  'password',
  'data',
  'nonce',
  'current_password',
  'code_challenge',
  'code_challenge_method',
]);

/**
 * `PUT /auth/v1/user`. E-mail and phone cannot be changed: a new address would confirm itself, send mail to others,
 * reveal who has an account, and differ from the profile. A new password needs the current one, or a sign-in within the
 * last minutes: a session may be stolen. As in GoTrue, it ends every other session of the account; the current one
 * stays valid.
 */
export async function updateAccount(
  { next, sql, jwtSecret, notices }: AccountUpdateOptions,
  request: Request,
  body: Record<string, unknown>,
): Promise<Response> {
  if ('app_metadata' in body)
    return authError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  if (Object.keys(body).some((key) => !CHANGEABLE.has(key))) {
    const message = 'El correo y el teléfono de la cuenta no se pueden cambiar aquí. Pídelo en el taller.';
    return authError(422, 'identity_change_disabled', message);
  }
  const { password, data } = body;
  if (password !== undefined && (typeof password !== 'string' || password.length > 72)) {
    return authError(422, 'validation_failed', 'Password cannot be longer than 72 characters');
  }
  if (data !== undefined && (typeof data !== 'object' || data === null || Array.isArray(data))) {
    return authError(422, 'validation_failed', 'User metadata must be an object');
  }
  const claims = verifyToken(bearerToken(request.headers.get('authorization')) ?? '', jwtSecret);
  if (data !== undefined && (await isTooMuch(sql, claims?.sub, data)))
    return authError(422, 'validation_failed', 'User metadata is too large');
  const refusal = password === undefined ? undefined : await unproved(sql, claims, body.current_password);
  if (refusal) return refusal;
  const isFirst = password !== undefined && !(await hasPassword(sql, claims?.sub));
  const response = await next(request);
  if (!response.ok || password === undefined) return response;
  const kept = typeof claims?.session_id === 'string' ? claims.session_id : null;
  if (claims?.sub !== undefined) {
    await endSessions(sql, claims.sub, kept);
    if (!isFirst) await notices.send('password_changed', claims.sub);
  }
  return response;
}

/** Whether there is a password to change: confirming an account takes the registered one away. */
async function hasPassword(sql: postgres.Sql, person: string | undefined): Promise<boolean> {
  if (person === undefined) return false;
  const [row] = await sql`
    select coalesce(encrypted_password, '') <> '' as has from auth.users where id::text = ${person}`;
  return row?.has === true;
}

/** The refusal of a new password, with GoTrue's codes; undefined if the session is proved to be the person's. */
async function unproved(
  sql: postgres.Sql,
  claims: Claims | undefined,
  password: unknown,
): Promise<Response | undefined> {
  if (!claims || typeof claims.session_id !== 'string') return undefined;
  if (typeof password === 'string' && password !== '') {
    if (await provePassword(sql, claims, password)) return undefined;
    return authError(400, 'current_password_invalid', 'La contraseña actual no es correcta.');
  }
  if (await isProvedSession(sql, claims.session_id)) return undefined;
  return authError(400, 'current_password_required', 'Current password required when setting new password.');
}

/** Whether the metadata would exceed what any form sends: keys are merged, not replaced. */
async function isTooMuch(sql: postgres.Sql, person: string | undefined, data: object): Promise<boolean> {
  if (isLargeMetadata(data)) return true;
  if (person === undefined) return false;
  const [row] = await sql`
    select octet_length((coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(data)}::text::jsonb)::text) as bytes
    from auth.users where id::text = ${person}`;
  return Number(row?.bytes ?? 0) > METADATA_BYTES;
}
