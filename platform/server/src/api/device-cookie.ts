import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const HALF_A_YEAR_S = 180 * 24 * 3600;
/** The only route that reads the cookie. */
const PATH = '/auth/v1/token';

/**
 * Identifies browsers that have signed in to an account before (OWASP's device cookies), so that anonymous visitors'
 * wrong passwords do not lock them out. The cookie grants nothing else; a thief may try as many passwords as an
 * anonymous visitor.
 */
export class DeviceCookies {
  readonly #secret: string;
  readonly #attributes: string;

  /** @param https whether the site is served over HTTPS. */
  constructor(secret: string, https: boolean) {
    this.#secret = secret;
    this.#attributes = `Path=${PATH}; Max-Age=${HALF_A_YEAR_S}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  }

  /** The device id of a request, if that device has signed in to the account before. */
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

  /** One cookie per account: a shop's computer has several users. */
  #nameFor(email: string): string {
    return `taller-device-${this.#sign(`name:${email}`).slice(0, 12)}`;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(`device-cookie:${text}`).digest('base64url');
  }
}
