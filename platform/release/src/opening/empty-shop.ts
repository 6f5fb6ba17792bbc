import { ROLES, type Role } from '@taller/shared/access/roles.ts';
import { sendJson, sendText, type Route } from '@taller/server/http/router.ts';

/** Id that no row has. */
const NO_ROW = '00000000-0000-4000-8000-000000000000';
/** Id of the visitor with a role. */
const idOf = (role: Role) => NO_ROW.replace(/.$/, String(ROLES.indexOf(role) + 1));
const YEAR_S = 365 * 24 * 3600;

/** The signed-in user while screens are opened, as the browser stores it (SHELL-06). */
export const visitor = (role: Role) => ({
  id: idOf(role),
  email: 'prueba@taller.test',
  fullName: 'Prueba',
  rut: '',
  phone: '',
  role,
  createdAt: '2026-01-01T00:00:00Z',
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that no server accepts, for pages whose requests are answered by {@link emptyShop}. */
export function tokens(role: Role) {
  const expires = Math.floor(Date.now() / 1000) + YEAR_S;
  const { id, email } = visitor(role);
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

/** Path of a screen, with ids of rows that do not exist as parameters. */
export const pathOf = (pattern: string) => pattern.replaceAll(/:\w+/g, NO_ROW);

function profilesOf(search: string) {
  const role = ROLES.find((one) => search.includes(idOf(one)));
  if (!role) return [];
  const { fullName, createdAt, ...rest } = visitor(role);
  return [{ ...rest, full_name: fullName, created_at: createdAt }];
}

/**
 * Serves a shop without data: tables without rows, and an error 503 for calls whose answers have their own shape. A
 * screen must handle both.
 */
export const emptyShop: Route = async ({ incoming, outgoing, path, origin }) => {
  if (path === '/config.json') {
    sendJson(outgoing, 200, { supabaseUrl: origin, supabaseKey: 'none', serviceWorker: false });
  } else if (/^\/(?:rest\/v1\/rpc|auth|functions|realtime|storage)\//.test(path)) {
    sendJson(outgoing, 503, { code: '503', message: 'not now', details: null, hint: null });
  } else if (path.startsWith('/rest/v1/')) {
    const rows = path === '/rest/v1/profiles' ? profilesOf(incoming.url ?? '') : [];
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
