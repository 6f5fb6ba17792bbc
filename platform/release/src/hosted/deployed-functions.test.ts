/**
 * Runs the functions as Supabase does: its CLI deploys them to a local management API, and Deno starts the uploaded
 * files, with a server of this run as their project.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../../../supabase/test/support/shop.ts';
import { PROGRAMS, QUIETLY } from '#src/hosted/programs.ts';
import { download } from '#src/hosted/testing/download.ts';
import { serveManagementApi, type UploadedFunction } from '#src/hosted/testing/management-api.ts';
import { copyProject, runCli } from '#src/hosted/testing/run-cli.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run, type RunResult } from '#src/workspace/run.ts';

const stack = new AsyncDisposableStack();
let shop: Shop;
let deno: string;
let deployed: RunResult;
let uploads: UploadedFunction[];
let folder: string;
/** Address of each function. */
const addresses = new Map<string, string>();

const SECRETS = { CRON_SECRET: 'secreto-del-plan', WHATSAPP_VERIFY_TOKEN: 'palabra-del-proveedor' };
/** Options that only allow packages installed in the workspace: the functions need no downloads. */
const OFFLINE = ['--cached-only', '--no-lock'];

/** Starts one uploaded function by itself, as Supabase does. @returns its address once it listens. */
async function start({ folder: own, entrypoint_path, import_map_path }: UploadedFunction): Promise<string> {
  // Without an import map, a bare name must not resolve to the packages installed here either.
  const map =
    import_map_path === ''
      ? ['--no-config', '--node-modules-dir=none']
      : ['--config', import_map_path, '--node-modules-dir=manual'];
  const child = spawn(deno, ['run', ...OFFLINE, ...map, '--allow-env', '--allow-net', entrypoint_path], {
    cwd: own,
    env: {
      ...process.env,
      ...QUIETLY,
      ...SECRETS,
      DENO_DIR: join(folder, 'deno'),
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      SUPABASE_URL: shop.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: shop.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: shop.secretKey }),
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stack.defer(async () => {
    child.kill();
    await ended;
  });
  let said = '';
  return await new Promise<string>((resolve, reject) => {
    const read = (data: Buffer) => {
      said += data.toString();
      const [, address] =
        /Listening on (http:\/\/127\.0\.0\.1:\d+\/)/.exec(stripVTControlCharacters(said)) ?? [];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`${entrypoint_path} does not start:\n${said}`)));
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taller-deployed-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [path] = await Promise.all([
    download(PROGRAMS.deno, ['eval', 'console.log(Deno.execPath())']),
    download(PROGRAMS.supabase, ['--version']),
  ]);
  deno = path.split('\n').at(-1) ?? '';
  shop = stack.use(await openShop());
  const api = stack.use(await serveManagementApi(folder));
  deployed = await runCli(await copyProject(folder), ['functions', 'deploy', '--use-api'], { url: api.url });
  uploads = api.uploads;
  await mkdir(join(folder, 'node_modules/@supabase'), { recursive: true });
  await symlink(
    inRoot('node_modules/@supabase/supabase-js'),
    join(folder, 'node_modules/@supabase/supabase-js'),
  );
  await symlink(inRoot('shared/node_modules/zod'), join(folder, 'node_modules/zod'));
});
afterAll(() => stack.disposeAsync());

describe('functions on Supabase', () => {
  test('OPS-80 the CLI deploys every function, with the import map, open to callers without a JWT', async () => {
    const entries = await readdir(inRoot('supabase/functions'), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'));
    expect(deployed).toMatchObject({ code: 0 });
    expect(uploads.map(({ slug }) => slug).sort()).toEqual(names.map(({ name }) => name).sort());
    for (const { folder: own, import_map_path, verify_jwt } of uploads) {
      expect({ import_map_path, verify_jwt }).toEqual({
        import_map_path: 'supabase/functions/deno.json',
        verify_jwt: false,
      });
      expect(await readFile(join(own, import_map_path), 'utf8')).toBe(
        await readFile(inRoot('supabase/functions/deno.json'), 'utf8'),
      );
    }
  });

  test('OPS-80 Deno finds no fault in their types', async () => {
    const all = join(folder, 'all');
    for (const { folder: own } of uploads) await cp(own, all, { recursive: true });
    const entries = uploads.map(({ entrypoint_path }) => entrypoint_path);
    const args = [
      'check',
      '--config',
      'supabase/functions/deno.json',
      '--node-modules-dir=manual',
      ...OFFLINE,
      ...entries,
    ];
    const env = { ...QUIETLY, DENO_DIR: join(folder, 'deno') };
    expect(await run(deno, args, { quiet: true, cwd: all, env })).toMatchObject({ code: 0 });
  });

  test('OPS-80 Deno starts each from what was uploaded, and each answers', async () => {
    await Promise.all(uploads.map(async (one) => addresses.set(one.slug, await start(one))));
    const { data } = await shop.people.admin.client.auth.getSession();
    const authorization = `Bearer ${data.session?.access_token}`;
    const call = async (name: string, init: RequestInit, query = '') => {
      const response = await fetch(`${addresses.get(name)}${query}`, init);
      return [response.status, await response.text()] as const;
    };
    const post = (headers: Record<string, string>, body: unknown = {}) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const bySchedule = { 'x-cron-secret': SECRETS.CRON_SECRET };

    const [status, text] = await call('system-status', post({ authorization }));
    expect(status).toBe(200);
    const { parts } = JSON.parse(text) as { parts: { name: string; level: string }[] };
    for (const name of ['database', 'functions'])
      expect(parts).toContainEqual(expect.objectContaining({ name, level: 'ok' }));
    expect((await call('system-status', post({})))[0]).toBe(403);
    expect(await call('site-builds', post({ authorization }))).toEqual([200, '{"site":null}']);
    const terms = { requestId: crypto.randomUUID(), section: 'terms', version: 1 };
    const save = (value: unknown) => call('save-settings', post({ authorization }, { ...terms, value }));
    const refused = await save({ items: [7] });
    expect([refused[0], JSON.parse(refused[1])]).toMatchObject([
      400,
      { code: '23514', faults: [{ path: 'items.0' }] },
    ]);
    expect((await save({ items: ['Una'] }))[0]).toBe(200);
    expect((await call('save-settings', post({}, { ...terms, value: { items: [] } })))[0]).toBe(403);
    expect((await call('send-messages', post(bySchedule)))[0]).toBe(200);
    expect((await call('send-messages', post({})))[0]).toBe(403);
    expect((await call('open-device-code', post(bySchedule)))[0]).toBe(200);
    expect(await call('check-photo', post(bySchedule))).toEqual([200, '{"removed":0}']);
    const unknown = { orderId: crypto.randomUUID(), decision: 'approved' };
    expect(await call('update-quote-status', post({}, unknown))).toEqual([404, '{"error":"not_found"}']);
    const handshake = `?hub.mode=subscribe&hub.verify_token=${SECRETS.WHATSAPP_VERIFY_TOKEN}&hub.challenge=42`;
    expect(await call('whatsapp-webhook', {}, handshake)).toEqual([200, '42']);
  });
});
