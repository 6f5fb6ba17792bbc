import type { IncomingMessage } from 'node:http';
import { verifyToken, type Claims } from '../tokens/jwt.ts';
import type { LoggedRole } from '../log/request-record.ts';
import { peerOf } from '../network/client-address.ts';

/** Who makes a request, as limits count it. */
export interface Caller {
  kind: 'stranger' | 'person';
  /** The person, or the peer of a stranger. */
  key: string;
  /** Whether the request carries one of the keys of this server. */
  hasKey: boolean;
  /** What a person's token says. */
  claims?: Claims;
}

/** The caller as the log tells it. */
export function roleOf({ kind, key }: Caller): LoggedRole {
  if (kind === 'stranger') return 'anon';
  return key === 'service' ? 'service_role' : 'authenticated';
}

/** Keys of the API. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/**
 * Tells who makes a request from its headers alone, before its body is read. Whether the session goes on is looked up
 * later.
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
