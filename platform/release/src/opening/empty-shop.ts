import { ROLES, type Role } from '@taller/shared/access/roles.ts';
import type { CurrentUser } from '@taller/shared/runtime/current-user.ts';
import { sendJson, sendText, type Route } from '@taller/server/http/router.ts';
import type { Shop } from '#src/opening/shop.ts';

/** Id that no row has. */
const NO_ROW = '00000000-0000-4000-8000-000000000000';
/** Id of the visitor with a role. */
const idOf = (role: Role) => NO_ROW.replace(/.$/, String(ROLES.indexOf(role) + 1));
const YEAR_S = 365 * 24 * 3600;

/** A user of a shop without data. */
const emptyUser = (role: Role): CurrentUser => ({
  id: idOf(role),
  email: 'prueba@taller.test',
  fullName: 'Prueba',
  rut: '',
  phone: '',
  role,
  createdAt: '2026-01-01T00:00:00Z',
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that no server accepts, for pages whose requests are answered here. */
export function tokensOf({ id, email }: CurrentUser, now: number) {
  const expires = Math.floor(now / 1000) + YEAR_S;
  const claims = part({ sub: id, email, role: 'authenticated', aal: 'aal1', exp: expires });
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${part('none')}`,
    refresh_token: 'none',
    token_type: 'bearer',
    expires_in: YEAR_S,
    expires_at: expires,
    user: { id, email, aud: 'authenticated', app_metadata: {}, user_metadata: {} },
  };
}

/** Address of a screen, with ids of rows that do not exist as parameters. */
export const withoutRows = (pattern: string) => pattern.replaceAll(/:\w+/g, NO_ROW);

/** The user of whom a page asks, as a row. */
function profilesOf(users: readonly CurrentUser[], search: string) {
  const user = users.find(({ id }) => search.includes(id));
  if (!user) return [];
  const { fullName, createdAt, ...rest } = user;
  return [{ ...rest, full_name: fullName, created_at: createdAt }];
}

/**
 * Tables without rows but those of the users themselves, and an error 503 for calls whose answers have their own shape:
 * a screen must handle both.
 */
export const answerNothing =
  (users: readonly CurrentUser[]): Route =>
  async ({ incoming, outgoing, path, origin }) => {
    if (path === '/config.json') {
      sendJson(outgoing, 200, { supabaseUrl: origin, supabaseKey: 'none', serviceWorker: false });
    } else if (/^\/(?:rest\/v1\/rpc|auth|functions|realtime|storage)\//.test(path)) {
      sendJson(outgoing, 503, { code: '503', message: 'not now', details: null, hint: null });
    } else if (path.startsWith('/rest/v1/')) {
      const rows = path === '/rest/v1/profiles' ? profilesOf(users, incoming.url ?? '') : [];
      outgoing.setHeader('content-range', '*/0');
      if (incoming.headers.accept?.includes('vnd.pgrst.object'))
        sendJson(outgoing, 406, { code: 'PGRST116', message: 'no rows', details: null, hint: null });
      else sendJson(outgoing, 200, rows);
    } else if (path.startsWith('/_')) {
      sendText(outgoing, 404, 'No existe.');
    } else {
      return false;
    }
    return true;
  };

/** A shop without data. */
export const EMPTY_SHOP: Shop = {
  route: answerNothing(ROLES.map(emptyUser)),
  visitor: (role) => {
    const user = emptyUser(role);
    return { user, tokens: tokensOf(user, Date.now()) };
  },
  addressOf: withoutRows,
  name: '',
};
