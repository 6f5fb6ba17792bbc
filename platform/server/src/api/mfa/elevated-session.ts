import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { signToken } from '../../tokens/jwt.ts';
import type { TokenLevels } from './token-levels.ts';

const EXPIRES_SECONDS = 3600;

/**
 * Raises a session after a correct code: the factor is verified, the session has the second level, and sessions without
 * a verified code end.
 */
export async function elevateSession(
  sql: postgres.Sql,
  given: { userId: string; sessionId: string; factorId: string; challengeId: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update auth.mfa_challenges set verified_at = now() where id = ${given.challengeId}`;
    const first = await tx`
      update auth.mfa_factors set status = 'verified', updated_at = now()
      where id = ${given.factorId} and status = 'unverified' returning id`;
    await tx`
      update auth.sessions set aal = 'aal2', factor_id = ${given.factorId}, updated_at = now() where id = ${given.sessionId}`;
    await tx`
      insert into auth.mfa_amr_claims (session_id, authentication_method) values (${given.sessionId}, 'totp')
      on conflict (session_id, authentication_method) do update set updated_at = now()`;
    if (first.length > 0)
      await tx`
        delete from auth.sessions
        where user_id = ${given.userId} and id <> ${given.sessionId} and aal is distinct from 'aal2'`;
  });
}

/** GoTrue's response to a correct code: new tokens of the same session; earlier refresh tokens are revoked. */
export async function renewedSession(
  { sql, jwtSecret, levels }: { sql: postgres.Sql; jwtSecret: string; levels: TokenLevels },
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
): Promise<Response> {
  const refreshToken = randomUUID();
  await sql.begin(async (tx) => {
    await tx`delete from auth.refresh_tokens where session_id = ${sessionId}`;
    await tx`
      insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
      values (${randomUUID()}, ${refreshToken}, ${userId}, ${sessionId}, false)`;
  });
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated' as const,
    email,
    session_id: sessionId,
    iat: now,
    exp: now + EXPIRES_SECONDS,
  };
  const accessToken = await levels.withLevel(signToken(claims, jwtSecret));
  const [user] = await sql`
    select id, aud, role, email, phone, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at,
      email_confirmed_at, last_sign_in_at, is_anonymous
    from auth.users where id = ${userId}`;
  return Response.json(
    {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: EXPIRES_SECONDS,
      expires_at: now + EXPIRES_SECONDS,
      user: { ...user, factors: await levels.factorsOf(userId) },
    },
    { headers: { 'cache-control': 'no-store' } },
  );
}
