import { randomUUID } from 'node:crypto';
import { Secret } from 'otpauth';
import type postgres from 'postgres';
import { renderSVG } from 'uqr';
import type { AccountNotices } from '../account-notices.ts';
import { authError } from '../auth-errors.ts';
import { bearerToken } from '../bearer-token.ts';
import { jsonBodyOf } from '../json-body.ts';
import { isIdleSession, isProvedSession } from '../live-session.ts';
import { verifyToken } from '../../tokens/jwt.ts';
import { authRequest } from '../request-context.ts';
import { judgeCode, totpOf } from './factor-attempts.ts';
import { elevateSession, renewedSession } from './elevated-session.ts';
import type { SecretSeal } from '../../tokens/sealed-secret.ts';
import type { TokenLevels } from './token-levels.ts';

/** Dependencies of the routes. */
export interface FactorApiOptions {
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  jwtSecret: string;
  seal: SecretSeal;
  levels: TokenLevels;
  notices: AccountNotices;
}

/** The session of a request. */
interface Caller {
  userId: string;
  sessionId: string;
  email: string;
  /** Whether the second factor was verified in this session. */
  isRaised: boolean;
  /** Whether it was verified within the last minutes. */
  isFresh: boolean;
}

const FACTORS_AT_MOST = 10;
const CHALLENGE_MINUTES = 5;
const ROUTE = /^\/auth\/v1\/factors(?:\/([^/]+)(?:\/(challenge|verify))?)?$/;

/** GoTrue's routes for a second factor by authenticator app (TOTP), which @supabase/lite lacks. */
export class FactorApi {
  readonly #options: FactorApiOptions;

  constructor(options: FactorApiOptions) {
    this.#options = options;
  }

  /** The response to a request about factors, or one that requires a factor; undefined for any other. */
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (request.method === 'PUT' && pathname === '/auth/v1/user') return this.#guardPassword(request);
    if (request.method === 'POST' && pathname === '/auth/v1/logout') return this.#endFirstLevel(request);
    const route = ROUTE.exec(pathname);
    if (!route || request.method === 'OPTIONS') return undefined;
    const [, factorId, action] = route;
    const caller = await this.#callerOf(request);
    if (!caller) return noToken();
    const body = await jsonBodyOf(request);
    if (request.method === 'POST' && factorId === undefined) return this.#enroll(caller, body);
    const [factor] = await this.#options.sql`
      select id, status::text, secret from auth.mfa_factors
      where id::text = ${factorId ?? ''} and user_id = ${caller.userId}`;
    if (!factor) return authError(404, 'mfa_factor_not_found', 'Factor not found');
    const found = { id: String(factor.id), status: String(factor.status), secret: String(factor.secret) };
    if (request.method === 'DELETE' && action === undefined) return this.#remove(caller, found);
    if (request.method === 'POST' && action === 'challenge') return this.#challenge(found);
    if (request.method === 'POST' && action === 'verify') return this.#verify(caller, found, body);
    return authError(405, 'validation_failed', 'Method not allowed');
  }

  /**
   * A password alone, or a mailed link alone, cannot change the password of an account with a second factor. A token
   * that cannot be parsed here is rejected: @supabase/lite ignores whitespace inside a token and would accept it.
   */
  async #guardPassword(request: Request): Promise<Response | undefined> {
    if (bearerToken(request.headers.get('authorization')) === undefined) return noToken();
    const caller = await this.#callerOf(request);
    if (!caller) return noSession();
    if (caller.isRaised || !(await this.#hasFactor(caller.userId))) return undefined;
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    return authError(401, 'insufficient_aal', message);
  }

  /** Ends a session that lacks its factor, and no other one, whatever scope it asks for. Others sign out as usual. */
  async #endFirstLevel(request: Request): Promise<Response | undefined> {
    const caller = await this.#callerOf(request);
    if (!caller || caller.isRaised || !(await this.#hasFactor(caller.userId))) return undefined;
    await this.#options.sql`
      with ended as (delete from auth.sessions where id = ${caller.sessionId})
      delete from auth.refresh_tokens where session_id = ${caller.sessionId}`;
    return new Response(null, { status: 204 });
  }

  /** The caller, if the session is valid and not idle; undefined otherwise. */
  async #callerOf(request: Request): Promise<Caller | undefined> {
    const { sql, jwtSecret } = this.#options;
    const claims = verifyToken(bearerToken(request.headers.get('authorization')) ?? '', jwtSecret);
    if (!claims?.sub || typeof claims.session_id !== 'string') return undefined;
    const [session] = await sql`
      select u.email, c.updated_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as fresh
      from auth.sessions s join auth.users u on u.id = s.user_id
      left join auth.mfa_amr_claims c on c.session_id = s.id and c.authentication_method = 'totp'
      where s.id = ${claims.session_id} and s.user_id = ${claims.sub}`;
    if (!session || (await isIdleSession(sql, claims.session_id))) return undefined;
    return {
      userId: claims.sub,
      sessionId: claims.session_id,
      email: String(session.email),
      isRaised: claims.aal === 'aal2',
      isFresh: session.fresh === true,
    };
  }

  /** Whether the user has a verified second factor. */
  async #hasFactor(userId: string): Promise<boolean> {
    const { sql } = this.#options;
    return (
      (await sql`select from auth.mfa_factors where user_id = ${userId} and status = 'verified'`).length > 0
    );
  }

  async #enroll(caller: Caller, body: Record<string, unknown>): Promise<Response> {
    if (body.factor_type !== 'totp')
      return authError(400, 'validation_failed', 'factor_type needs to be totp');
    if (!caller.isRaised && (await this.#hasFactor(caller.userId)))
      return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    // A stolen session would lock its person out with a factor of its own.
    if (!(await isProvedSession(this.#options.sql, caller.sessionId)))
      return authError(400, 'reauthentication_needed', 'Enrolling a factor requires reauthentication');
    const { sql, seal } = this.#options;
    const name = typeof body.friendly_name === 'string' ? body.friendly_name.trim().slice(0, 60) : '';
    const issuer = typeof body.issuer === 'string' ? body.issuer.slice(0, 60) : '';
    // An unfinished enrolment exists in no authenticator app.
    await sql`delete from auth.mfa_factors where user_id = ${caller.userId} and status = 'unverified'
      and (friendly_name = ${name} or created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES}))`;
    const [count] =
      await sql`select count(*)::int as n from auth.mfa_factors where user_id = ${caller.userId}`;
    if (Number(count?.n) >= FACTORS_AT_MOST)
      return authError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached');
    const id = randomUUID();
    const secret = new Secret({ size: 20 }).base32;
    const inserted = await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${caller.userId}, ${name || null}, 'totp', 'unverified', ${seal.seal(secret, id)})
      on conflict do nothing returning id`;
    if (inserted.length === 0)
      return authError(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists');
    const uri = totpOf(secret, issuer, caller.email).toString();
    const totp = { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret, uri };
    return Response.json({ id, type: 'totp', friendly_name: name, totp }, { headers: NO_STORE });
  }

  async #challenge({ id }: { id: string }): Promise<Response> {
    const { sql } = this.#options;
    await sql`delete from auth.mfa_challenges where created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES})`;
    const challengeId = randomUUID();
    await sql`insert into auth.mfa_challenges (id, factor_id, ip_address) values (${challengeId}, ${id}, ${authRequest()?.client || null})`;
    const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_MINUTES * 60;
    return Response.json({ id: challengeId, type: 'totp', expires_at: expiresAt }, { headers: NO_STORE });
  }

  async #verify(
    caller: Caller,
    factor: { id: string; status: string; secret: string },
    body: Record<string, unknown>,
  ): Promise<Response> {
    const { sql, seal } = this.#options;
    if (!caller.isRaised && factor.status !== 'verified' && (await this.#hasFactor(caller.userId)))
      return authError(403, 'insufficient_aal', 'AAL2 required to verify a new factor');
    const challengeId = typeof body.challenge_id === 'string' ? body.challenge_id : '';
    const open = await sql`
      select from auth.mfa_challenges
      where id::text = ${challengeId} and factor_id = ${factor.id} and verified_at is null
        and created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES})`;
    if (open.length === 0)
      return authError(
        422,
        'mfa_challenge_expired',
        'MFA challenge has expired, verify against another challenge',
      );
    const code = typeof body.code === 'string' ? body.code.replaceAll(/\s/g, '') : '';
    const outcome = await judgeCode(sql, {
      factorId: factor.id,
      sessionId: caller.sessionId,
      secret: seal.open(factor.secret, factor.id),
      code,
    });
    if (outcome === 'too-many')
      return authError(429, 'over_request_rate_limit', 'Too many verification attempts');
    if (outcome === 'wrong') return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    await elevateSession(sql, { ...caller, factorId: factor.id, challengeId });
    if (factor.status !== 'verified') await this.#options.notices.send('mfa_factor_enrolled', caller.userId);
    return renewedSession(this.#options, caller);
  }

  /** Removes a factor. A verified one requires that its code was entered in this session within the last minutes. */
  async #remove(caller: Caller, { id, status }: { id: string; status: string }): Promise<Response> {
    if (status === 'verified' && !(caller.isRaised && caller.isFresh))
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    const { sql } = this.#options;
    await sql.begin(async (tx) => {
      await tx`delete from auth.mfa_factors where id = ${id}`;
      // Sessions raised by the factor return to the first level.
      await tx`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`;
    });
    if (status === 'verified') await this.#options.notices.send('mfa_factor_unenrolled', caller.userId);
    return Response.json({ id }, { headers: NO_STORE });
  }
}

const noSession = () => authError(401, 'session_expired', 'The session has ended');
const noToken = () => authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
const NO_STORE = { 'cache-control': 'no-store' };
