import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { authError, tooManyRequests } from './auth-errors.ts';
import { DeviceCookies } from './device-cookie.ts';
import { verifiedHash } from './passwords.ts';
import { refundAll, RateLimit, takeAll, type Counted } from '../http/rate-limit.ts';

/** Dependencies. */
export interface LogInOptions {
  next: (request: Request) => Promise<Response>;
  /** Connection with access to schema auth. */
  sql: postgres.Sql;
  jwtSecret: string;
  https: boolean;
}

const SECOND = 1000;
/** Minimum response time of a rejected log-in. */
const REFUSAL_MS = 300;

const refused = () => authError(400, 'invalid_credentials', 'El correo o la contraseña no son correctos.');

/**
 * Log-in by password. An attempt counts as failed until it succeeds, so that concurrent attempts cannot exceed the
 * limit. A browser that has signed in to the account before has its own limit; others are limited by account and peer,
 * by peer, and, with a slow refill, by account, so that anonymous visitors lock out only themselves.
 */
export class LogIn {
  readonly #options: LogInOptions;
  readonly #devices: DeviceCookies;
  readonly #byDevice = new RateLimit(10, 30 * SECOND);
  readonly #byAccountAndPeer = new RateLimit(10, 30 * SECOND);
  readonly #byPeer = new RateLimit(100, 3 * SECOND);
  /** Against guessing from many peers: less than a thousand attempts a day. */
  readonly #byAccount = new RateLimit(50, 90 * SECOND);

  constructor(options: LogInOptions) {
    this.#options = options;
    this.#devices = new DeviceCookies(options.jwtSecret, options.https);
  }

  /** @param email valid and lower-cased. */
  async handle(request: Request, peer: string, email: string, password: string): Promise<Response> {
    const device = this.#devices.deviceOf(request, email);
    const counted: Counted[] =
      device === undefined
        ? [
            [this.#byPeer, peer],
            [this.#byAccountAndPeer, `${email}\n${peer}`],
            [this.#byAccount, email],
          ]
        : [[this.#byDevice, device]];
    const wait = takeAll(counted);
    if (wait > 0) return tooManyRequests(wait);
    const floor = delay(REFUSAL_MS, undefined, { ref: false });
    const response = await this.#attempt(request, email, password, () => refundAll(counted));
    if (!response.ok) await floor;
    if (!response.ok || device !== undefined) return response;
    const headers = new Headers(response.headers);
    headers.append('set-cookie', this.#devices.issue(email));
    return new Response(response.body, { status: response.status, headers });
  }

  async #attempt(request: Request, email: string, password: string, right: () => void): Promise<Response> {
    // The password is checked first: only its owner learns that the address is unconfirmed.
    const hash = await verifiedHash(this.#options.sql, email, password);
    if (hash === undefined) return refused();
    right();
    const response = await this.#options.next(request);
    return !response.ok || (await this.#isUnchanged(email, hash, response)) ? response : refused();
  }

  /** If the password was changed during this log-in, the log-in fails: the change has ended all earlier sessions. */
  async #isUnchanged(email: string, hash: string, response: Response): Promise<boolean> {
    const { sql } = this.#options;
    const [row] =
      await sql`select encrypted_password = ${hash} as same from auth.users where email = ${email}`;
    if (row?.same === true) return true;
    const { refresh_token: token } = (await response.clone().json()) as { refresh_token?: string };
    await sql`delete from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${token ?? ''})`;
    return false;
  }
}
