import { Secret, TOTP } from 'otpauth';
import type postgres from 'postgres';

/** Wrong codes of a session after which even a correct one is refused there. */
const ATTEMPTS = 5;
const ATTEMPTS_MINUTES = 15;
/** Wrong codes for a factor in all sessions. One session alone cannot reach it, so it cannot lock out another one. */
const FACTOR_ATTEMPTS = 40;
const FACTOR_ATTEMPTS_MINUTES = 60;
const PERIOD_SECONDS = 30;
/** Time steps of 30 s before and after the current one that are accepted, for clock skew. */
const WINDOW = 1;

/** The TOTP generator for a secret, as in an authenticator app. */
export function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

export type CodeOutcome = 'right' | 'wrong' | 'too-many';

/** A code for a factor, given in a session. */
interface GivenCode {
  factorId: string;
  sessionId: string;
  secret: string;
  code: string;
}

/**
 * Verifies a code. Each attempt is stored first, in its own statement, so that concurrent attempts cannot exceed the
 * limit and aborted requests count. A code is valid once: its time step and all earlier ones are invalidated.
 */
export async function judgeCode(
  sql: postgres.Sql,
  { factorId, sessionId, secret, code }: GivenCode,
): Promise<CodeOutcome> {
  const [ofSession] = await sql`
    insert into auth.mfa_session_attempts as a (session_id, attempts, since) values (${sessionId}, 1, now())
    on conflict (session_id) do update set
      attempts = case when a.since > now() - make_interval(mins => ${ATTEMPTS_MINUTES}) then a.attempts + 1 else 1 end,
      since = case when a.since > now() - make_interval(mins => ${ATTEMPTS_MINUTES}) then a.since else now() end
    returning attempts`;
  if (Number(ofSession?.attempts) > ATTEMPTS) return 'too-many';
  const [ofFactor] = await sql`
    update auth.mfa_factors set
      attempts = case when attempts_since > now() - make_interval(mins => ${FACTOR_ATTEMPTS_MINUTES}) then attempts + 1 else 1 end,
      attempts_since = case when attempts_since > now() - make_interval(mins => ${FACTOR_ATTEMPTS_MINUTES}) then attempts_since else now() end
    where id = ${factorId} returning attempts`;
  if (!ofFactor || Number(ofFactor.attempts) > FACTOR_ATTEMPTS) return 'too-many';
  if (!/^\d{6}$/.test(code)) return 'wrong';
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return 'wrong';
  const step = Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
  const used = await sql`
    update auth.mfa_factors set last_step = ${step}, attempts = 0, attempts_since = null
    where id = ${factorId} and (last_step is null or last_step < ${step}) returning id`;
  if (used.length !== 1) return 'wrong';
  await sql`delete from auth.mfa_session_attempts where session_id = ${sessionId}`;
  return 'right';
}
