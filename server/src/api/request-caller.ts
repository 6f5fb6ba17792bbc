import type { IncomingMessage } from 'node:http';
import { verifyToken, type Claims } from '../tokens/jwt.ts';
import type { LoggedRole } from '../log/request-record.ts';
import { peerOf } from '../network/client-address.ts';

/** The caller of a request, as rate limits count it. */
export interface Caller {
  kind: 'stranger' | 'person';
  /** The user, or the peer of an anonymous caller. */
  key: string;
  /** Whether the request has a valid API key of this server. */
  hasKey: boolean;
  /** The claims of the user's token. */
  claims?: Claims;
}

/** The caller as shown in the log. */
export function roleOf({ kind, key }: Caller): LoggedRole {
  if (kind === 'stranger') return 'anon';
  return key === 'service' ? 'service_role' : 'authenticated';
}

/** API keys. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/**
 * Identifies the caller from the headers alone, before the body is read. Whether the session is valid is checked later.
 */
export function callerRule(keys: ApiKeys): (incoming: IncomingMessage, client: string) => Caller {
  return ({ headers, url }, client) => {
    const key = headers.apikey ?? URL.parse(url ?? '', 'http://localhost')?.searchParams.get('apikey');
    const hasKey = key === keys.publishableKey || key === keys.secretKey;
    if (key === keys.secretKey) return { kind: 'person', key: 'service', hasKey };
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const claims = hasKey ? verifyToken(token, keys.jwtSecret) : undefined;
    return claims?.sub === undefined
      ? { kind: 'stranger', key: peerOf(client), hasKey }
      : { kind: 'person', key: claims.sub, hasKey, claims };
  };
}
