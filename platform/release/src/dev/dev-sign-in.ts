import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { TOKEN_KEY, USER_KEY } from '@taller/shared/runtime/current-user.ts';
import { DEMO_PASSWORD } from '../../../../supabase/seed/accounts.ts';
import { GALLERY_PATH } from '#src/dev/dev-gallery.ts';
import { startScreen } from '#src/dev/start-screen.ts';
import { DEMO_ACCOUNTS } from '#src/start/demo-accounts.ts';

/**
 * Sign-in URLs of the shell's development server: `/_dev/entrar` shows all accounts, `/_dev/entrar/mfe-orders` and
 * `/_dev/entrar/tecnico@taller.test` sign in at once.
 */
export const SIGN_IN_PATH = '/_dev/entrar';

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

async function tokensOf(email: string): Promise<unknown> {
  const response = await fetch(`${process.env.TALLER_API}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: process.env.TALLER_API_KEY ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!response.ok) throw new Error(`${email}: ${await response.text()}`);
  return response.json();
}

/** A page that stores the session of this account, or signs out, and redirects. */
async function signInPage(account: string | null, path: string): Promise<string> {
  const tokens = account === null ? null : await tokensOf(account);
  return `<script>
localStorage.removeItem(${inScript(USER_KEY)});
localStorage.removeItem(${inScript(TOKEN_KEY)});
const tokens = ${inScript(tokens)};
if (tokens) localStorage.setItem(${inScript(TOKEN_KEY)}, JSON.stringify(tokens));
location.replace(${inScript(path)});
</script>`;
}

function choicePage(): string {
  const links = [
    ...REMOTE_NAMES.map((name) => [
      name,
      `${startScreen(name).path} · ${startScreen(name).account ?? 'sin sesión'}`,
    ]),
    ...DEMO_ACCOUNTS,
  ];
  return `<meta name="viewport" content="width=device-width"><title>Entrar</title>
<h1>Entrar a la tienda de demostración</h1>
<ul>${links.map(([to, what]) => `<li><a href="${SIGN_IN_PATH}/${to}">${to}</a> (${what})</li>`).join('')}</ul>
<p><a href="${GALLERY_PATH}">Componentes</a></p>`;
}

async function page(wanted: string): Promise<string | null> {
  if (wanted === '') return choicePage();
  const remote = REMOTE_NAMES.find((name) => name === wanted);
  if (remote) {
    const { account, path } = startScreen(remote);
    return signInPage(account, path);
  }
  const account = DEMO_ACCOUNTS.find(([email]) => email === wanted);
  return account ? signInPage(account[0], '/dashboard') : null;
}

async function answer(response: ServerResponse, wanted: string): Promise<void> {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  try {
    const html = await page(wanted);
    response.statusCode = html === null ? 404 : 200;
    response.end(`<!doctype html><html lang="es-CL"><meta charset="utf-8">${html ?? 'No existe.'}`);
  } catch (error) {
    response.statusCode = 502;
    response.end(`No se pudo entrar: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Signs a developer in to the demo shop with one click. Part of the shell's development server while `npm run dev`
 * runs; it is in no build, and no shop's server has these accounts.
 */
export function devSignIn(): Plugin {
  return {
    name: 'taller-dev-sign-in',
    apply: (_, { command, isPreview }) =>
      command === 'serve' && !isPreview && process.env.TALLER_API !== undefined,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent(request.url?.split('?')[0] ?? '');
        if (path !== SIGN_IN_PATH && !path.startsWith(`${SIGN_IN_PATH}/`)) return next();
        return void answer(response, path.slice(SIGN_IN_PATH.length + 1));
      });
    },
  };
}
