import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@taller/server/postgres/free-port.ts';
import { developOnSite } from './develop-on-site.ts';

const REMOTES = { release: 'r', remotes: [{ name: 'mfe-orders', runtime: '1.0' }, { name: 'mfe-public' }] };

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A site with these files; any other address is answered with a page, as static hosts do. */
const siteWith = async (files: Record<string, unknown>) =>
  `http://127.0.0.1:${await listening(
    createServer(({ url = '' }, outgoing) => {
      const file = files[url];
      outgoing.end(file === undefined ? '<!doctype html>' : JSON.stringify(file));
    }),
  )}`;

/** Why a remote cannot be developed there. */
const refusal = (site: string, folder = 'mfe-orders') =>
  developOnSite({
    folder: join(import.meta.dirname, '../../../..', folder),
    site,
    port: null,
    say: () => undefined,
  }).then(
    async ({ close }) => {
      await close();
      return null;
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test('SHELL-70 an address that is not a site of this product is refused in Spanish, with what to do', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await refusal(nobody)).toBe(
    `${nobody} no contesta (ECONNREFUSED). Revisa que el sitio esté en marcha y la dirección sea esa.`,
  );
  expect(await refusal('https://taller.invalid')).toMatch(/^No existe taller\.invalid, o no hay conexión/);
  const other = await siteWith({});
  expect(await refusal(`${other}/algo`)).toBe(
    `${other} no es un sitio de Taller: ${other}/remotes.json contestó 200 y no tiene remotos.`,
  );
  const without = await siteWith({ '/remotes.json': REMOTES });
  expect(await refusal(without, 'mfe-reports')).toBe(
    `${without} no tiene mfe-reports; tiene mfe-orders, mfe-public. Publica primero el sitio completo con build:site.`,
  );
  for (const wrong of ['taller.cl', 'ftp://taller.cl'])
    expect(await refusal(wrong)).toBe(
      `--site es la dirección de un sitio, por ejemplo https://taller.cl, y es «${wrong}».`,
    );
  expect(await refusal(without, 'shared')).toMatch(/shared no es la carpeta de un remoto/);
});

/** A key and a certificate that it has signed itself, with the path of the latter. */
function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), 'taller-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certificate] = [join(folder, 'key'), join(folder, 'cert')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      keyFile,
      '-out',
      certificate,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(keyFile), cert: readFileSync(certificate), certificate };
}

test('SHELL-70 an invalid certificate is reported', async () => {
  const port = await listening(createHttpsServer(selfSigned(), (_, outgoing) => outgoing.end('{}')));
  expect(await refusal(`https://127.0.0.1:${port}`)).toContain(
    `El certificado de https://127.0.0.1:${port} no sirve (DEPTH_ZERO_SELF_SIGNED_CERT).`,
  );
});

test('SHELL-70 a certificate of a private authority is accepted if the operator names the authority', async () => {
  const { certificate, ...tls } = selfSigned();
  const hosts: (string | undefined)[] = [];
  const site = createHttpsServer(tls, ({ headers }, outgoing) => {
    hosts.push(headers.host);
    outgoing.setHeader('content-type', 'application/json');
    outgoing.end(JSON.stringify(REMOTES));
  });
  const port = await listening(site);
  const task = join(import.meta.dirname, '../tasks/dev.ts');
  const child = spawn(
    process.execPath,
    [task, 'mfe-orders', '--site', `https://localhost:${port}/dashboard?a=1`],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, DEV_PORT: String(await freePort()) },
      stdio: 'pipe',
    },
  );
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGINT');
    await exited;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl-C para detener.');
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S*$/m.exec(output)?.[0] ?? '';
  expect(new URL(url).pathname).toBe('/dashboard');
  const registry = (await (await fetch(new URL('/remotes.json', url))).json()) as typeof REMOTES;
  expect(registry.remotes[0]).toMatchObject({ name: 'mfe-orders', build: 'local' });
  expect(new Set(hosts)).toEqual(new Set([`localhost:${port}`]));
});

test('SHELL-70 a remote that does not fit the deployed shell is refused with the message of a publication', async () => {
  const shell = {
    contract: 1,
    runtime: '1.4',
    packages: { react: '19.3.1' },
    opens: { 'mfe-orders': ['routes'] },
  };
  const on = async (changes: object) =>
    refusal(await siteWith({ '/remotes.json': REMOTES, '/shell.json': { ...shell, ...changes } }));
  expect(await on({ runtime: '1.0' })).toContain(
    'de lo que entrega el sitio, y el sitio tiene la 1.0. Publica primero',
  );
  expect(await on({ contract: 2 })).toContain(
    'mfe-orders se construyó para el contrato 1 y el sitio usa el 2.',
  );
  expect(await on({ packages: { react: '18.3.1' } })).toContain('y el sitio entrega react 18.3.1');
  expect(await on({ opens: { 'mfe-orders': ['routes', 'garantias'] } })).toContain(
    'A esta versión de mfe-orders le falta lo que el sitio abre: garantias.',
  );
  expect(
    await on({ exports: { '@taller/shared/runtime': ['Link'], '@taller/shared/query': ['useQuery'] } }),
  ).toContain('useNavigate de @taller/shared/runtime, que el shell no entrega');
  expect(await on({})).toBe(null);
  // A site of older tools does not say what its shell provides: the shell refuses in the page.
  expect(await refusal(await siteWith({ '/remotes.json': REMOTES }))).toBe(null);
});
