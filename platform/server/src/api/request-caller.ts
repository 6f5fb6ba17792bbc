import type { IncomingMessage } from 'node:http';
import { verifyToken, type Claims } from '../tokens/jwt.ts';
import type { CallerStandings, Standing } from './caller-standing.ts';
import type { LoggedRole } from '../log/request-record.ts';
import { peerOf } from '../network/client-address.ts';

/** The caller of a request, as rate limits count it. */
export interface Caller {
  kind: 'anonymous' | Exclude<Standing, 'ended'>;
  /** The user, or the peer of an anonymous caller. */
  key: string;
  /** Whether the request has a valid API key of this server. */
  hasKey: boolean;
  /** The claims of a signed-in user's token. */
  claims?: Claims;
}

/** Key of whoever has the secret key. */
const SERVICE = 'service';

/** The caller as shown in the log. */
export function roleOf({ kind, key }: Caller): LoggedRole {
  if (kind === 'anonymous') return 'anon';
  return key === SERVICE ? 'service_role' : 'authenticated';
}

/** API keys. */
export interface ApiKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/** Identifies the caller from the headers, before the body is read. A caller whose session has ended is anonymous. */
export function callerRule(
  keys: ApiKeys,
  standings: CallerStandings,
): (incoming: IncomingMessage, client: string) => Promise<Caller> {
  return async ({ headers, url }, client) => {
    const key = headers.apikey ?? URL.parse(url ?? '', 'http://localhost')?.searchParams.get('apikey');
    const hasKey = key === keys.publishableKey || key === keys.secretKey;
    if (key === keys.secretKey) return { kind: 'staff', key: SERVICE, hasKey };
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    const claims = hasKey ? verifyToken(token, keys.jwtSecret) : undefined;
    const anonymous = { kind: 'anonymous', key: peerOf(client), hasKey } as const;
    if (claims?.sub === undefined) return anonymous;
    const kind = await standings.of(claims);
    return kind === 'ended' ? anonymous : { kind, key: claims.sub, hasKey, claims };
  };
}
