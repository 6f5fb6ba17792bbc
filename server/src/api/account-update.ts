import type postgres from 'postgres';
import { authError } from './auth-errors.ts';
import { isLargeMetadata, METADATA_BYTES } from './metadata-size.ts';
import { bearerToken } from './bearer-token.ts';
import { verifyToken } from '../tokens/jwt.ts';
import { endSessions } from './live-session.ts';

/** Dependencies. */
export interface AccountUpdateOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  jwtSecret: string;
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
 * `PUT /auth/v1/user`. E-mail and phone cannot be changed: a new address would confirm itself, send mail to strangers,
 * reveal who has an account, and differ from the profile. As in GoTrue, a new password ends every other session of the
 * account, so that a stolen session stops working; the current session stays valid.
 */
export async function updateAccount(
  { next, sql, jwtSecret }: AccountUpdateOptions,
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
  const response = await next(request);
  if (!response.ok || password === undefined) return response;
  const kept = typeof claims?.session_id === 'string' ? claims.session_id : null;
  if (claims?.sub !== undefined) await endSessions(sql, claims.sub, kept);
  return response;
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
