import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const HALF_A_YEAR_S = 180 * 24 * 3600;
/** The only route that reads it. */
const PATH = '/auth/v1/token';

/**
 * Tells the browsers from which somebody has signed in to an account before (OWASP's device cookies): wrong passwords
 * of strangers do not hold those up. The cookie proves nothing else; who steals one may try as many passwords as a
 * stranger.
 */
export class DeviceCookies {
  readonly #secret: string;
  readonly #attributes: string;

  /** @param https whether the site is seen by HTTPS. */
  constructor(secret: string, https: boolean) {
    this.#secret = secret;
    this.#attributes = `Path=${PATH}; Max-Age=${HALF_A_YEAR_S}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  }

  /** The device that a request comes from, if the account has been used on it. */
  deviceOf(request: Request, email: string): string | undefined {
    const name = this.#nameFor(email);
    for (const cookie of (request.headers.get('cookie') ?? '').split(/;\s*/)) {
      if (!cookie.startsWith(`${name}=`)) continue;
      const [device = '', proof = ''] = cookie.slice(name.length + 1).split('.');
      const given = Buffer.from(proof);
      const expected = Buffer.from(this.#sign(`proof:${device}:${email}`));
      if (given.length === expected.length && timingSafeEqual(given, expected)) return device;
    }
    return undefined;
  }

  /** The Set-Cookie header for a browser that has just signed in. */
  issue(email: string): string {
    const device = randomBytes(12).toString('base64url');
    return `${this.#nameFor(email)}=${device}.${this.#sign(`proof:${device}:${email}`)}; ${this.#attributes}`;
  }

  /** One cookie for each account: a shop's computer has several. */
  #nameFor(email: string): string {
    return `taller-device-${this.#sign(`name:${email}`).slice(0, 12)}`;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(`device-cookie:${text}`).digest('base64url');
  }
}
