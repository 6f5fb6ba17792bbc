import { randomUUID, createHash, randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { authError, errorCodeOf } from './auth-errors.ts';
import type { Mailer } from './mailer.ts';
import { hashDummy } from './passwords.ts';
import { refundAll, RateLimit, takeAll, type Counted } from '../http/rate-limit.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs some work and responds no earlier than after `ms`, so that response times reveal nothing (timing attack). */
async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ms)]);
  return result;
}

const SECONDS_BETWEEN_MAILS = 60;

/**
 * Resends the confirmation mail to an unconfirmed account, which @supabase/lite never does. Does nothing if the address
 * is confirmed or unknown, or if the last mail was sent less than a minute ago.
 */
async function confirmAgain(
  { sql, mailer }: { sql: postgres.Sql; mailer: Mailer },
  email: string,
): Promise<void> {
  const [waiting] = await sql`
    select id from auth.users
    where email = ${email} and email_confirmed_at is null and confirmation_sent_at < now() - make_interval(secs => ${SECONDS_BETWEEN_MAILS})`;
  if (!waiting) return;
  const code = String(randomInt(0, 10 ** 10)).padStart(10, '0');
  const token = createHash('sha256')
    .update(email + code)
    .digest('hex');
  await sql`update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${String(waiting.id)}`;
  await mailer.sendConfirmation(email, token, code);
}

/**
 * The response to a registration: identical whether or not the address has an account, except for an id that cannot be
 * looked up.
 * @param data the submitted metadata.
 */
function registrationAnswer(id: string, email: string, data: object): Record<string, unknown> {
  const now = new Date().toISOString();
  const identity = { ...data, email, email_verified: false, phone_verified: false, sub: id };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: identity,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Dependencies. */
export interface AccountMailsOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  mailer: Mailer;
}

const MINUTE = 60_000;
/** Minimum response times, longer than the work takes: they hide the few extra queries needed for existing accounts. */
const REGISTRATION_MS = 400;
const MAIL_MS = 150;

/**
 * Handles requests that send mail to an address anyone can enter. Responses are identical whether or not the address
 * has an account.
 */
export class AccountMails {
  readonly #options: AccountMailsOptions;
  readonly #byAddress = new RateLimit(6, 2.5 * MINUTE);
  readonly #again = new RateLimit(1, MINUTE);
  readonly #byPeer = new RateLimit(60, MINUTE);
  readonly #registrationsByPeer = new RateLimit(20, 3 * MINUTE);
  /** Counted over all peers: the shop would be blamed for spam to others. */
  readonly #registrations = new RateLimit(200, 0.3 * MINUTE);

  constructor(options: AccountMailsOptions) {
    this.#options = options;
  }

  /** @param email valid and lower-cased, as in the methods below. */
  async signUp(
    request: Request,
    peer: string,
    email: string,
    body: Record<string, unknown>,
  ): Promise<Response> {
    const refusal = this.#refusal(email, peer, [
      [this.#registrationsByPeer, peer],
      [this.#registrations, ''],
    ]);
    if (refusal) return refusal;
    const data = (typeof body.data === 'object' && body.data !== null ? body.data : {}) as Record<
      string,
      unknown
    >;
    // Before the address is looked up, so that one with an account is answered alike.
    if (!(await isWhole(this.#options.sql, data)))
      return authError(422, 'validation_failed', 'La cuenta necesita nombre, RUT y teléfono válidos.');
    this.#again.take(email);
    return atLeast(REGISTRATION_MS, async () => {
      const response = await this.#options.next(request);
      const isKnown = !response.ok && (await errorCodeOf(response)) === 'over_email_send_rate_limit';
      if (!response.ok && !isKnown) return response;
      const { id } = isKnown ? { id: randomUUID() } : ((await response.json()) as { id: string });
      if (isKnown) {
        await hashDummy(String(body.password));
        // An unconfirmed account gets the confirmation mail again.
        await confirmAgain(this.#options, email);
      }
      return Response.json(registrationAnswer(id, email, data), { headers: { 'cache-control': 'no-store' } });
    });
  }

  async recover(request: Request, peer: string, email: string): Promise<Response> {
    return this.#refusal(email, peer) ?? atLeast(MAIL_MS, () => this.#options.next(request));
  }

  async resend(peer: string, email: string): Promise<Response> {
    const refusal = this.#refusal(email, peer);
    if (refusal) return refusal;
    const wait = this.#again.take(email);
    if (wait > 0) {
      refundAll(this.#counted(email, peer));
      const seconds = Math.ceil(wait / 1000);
      return authError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${seconds} seconds.`,
      );
    }
    return atLeast(MAIL_MS, async () => {
      await confirmAgain(this.#options, email);
      return Response.json({});
    });
  }

  /** The address is last, so that what another limit refuses adds no addresses. */
  #counted(email: string, peer: string, further: readonly Counted[] = []): Counted[] {
    return [[this.#byPeer, peer], ...further, [this.#byAddress, email]];
  }

  #refusal(email: string, peer: string, further: readonly Counted[] = []): Response | undefined {
    const wait = takeAll(this.#counted(email, peer, further));
    return wait > 0
      ? authError(
          429,
          'over_email_send_rate_limit',
          'Se pidieron varios correos seguidos. Espera unos minutos e intenta de nuevo.',
        )
      : undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');

/** Whether a registration has what the form asks for. The database refuses to confirm any other. */
async function isWhole(
  sql: postgres.Sql,
  { full_name, rut, phone }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`set local role service_role`;
    const [judged] = await tx`
      select private.is_whole_registration(${textOf(full_name)}, ${textOf(rut)}, ${textOf(phone)}) as whole`;
    return judged?.whole === true;
  });
}
