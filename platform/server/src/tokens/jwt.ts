import { createHmac, timingSafeEqual } from 'node:crypto';

/** The claims passed to the database. */
export interface Claims {
  role: 'anon' | 'authenticated' | 'service_role';
  sub?: string;
  /** Seconds since 1970, if the token expires. */
  exp?: number;
  [claim: string]: unknown;
}

const ROLES = new Set(['anon', 'authenticated', 'service_role']);

/** Content of an unexpired HS256 token signed with `secret`; undefined for anything else. */
function contentOf(token: string, secret: string, now: number): Record<string, unknown> | undefined {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const head = parse(header);
  const claims = parse(payload);
  if (head?.alg !== 'HS256' || (typeof claims?.exp === 'number' && claims.exp * 1000 <= now))
    return undefined;
  return claims;
}

/** Claims of an unexpired HS256 token signed with `secret`; undefined for anything else. */
export function verifyToken(token: string, secret: string, now = Date.now()): Claims | undefined {
  const claims = contentOf(token, secret, now);
  return typeof claims?.role === 'string' && ROLES.has(claims.role) ? (claims as Claims) : undefined;
}

/** Whether a token is one of a signed address of an object, and no session's. */
export function isStorageToken(token: string, secret: string, now = Date.now()): boolean {
  const content = contentOf(token, secret, now);
  return typeof content?.bucket === 'string' && content.role === undefined;
}

/** An HS256 token with these claims. */
export function signToken(claims: Claims, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

function parse(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
