import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '@taller/server/postgres/free-port.ts';

interface Installation {
  secretKey: string;
}

test('a server whose PostgreSQL is killed starts again by itself, with its data, and stops in order', async () => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'taller-restart-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['tooling/setup/run.mjs', 'start', '--empty'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: 'jefa@taller.test',
      ADMIN_PASSWORD: 'clave-segura-1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const exited = once(server, 'exit');
  const key = () =>
    (JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8')) as Installation).secretKey;
  const call = async (path: string, body?: object) => {
    const headers = { apikey: key(), authorization: `Bearer ${key()}`, 'content-type': 'application/json' };
    const options = {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${path}`, {
      ...options,
      signal: AbortSignal.timeout(5_000),
    });
    return { status: response.status, text: await response.text() };
  };
  try {
    await expect
      .poll(() => call('suppliers?select=name').catch(() => undefined), { timeout: 120_000 })
      .toMatchObject({ status: 200 });
    expect((await call('suppliers', { name: 'Queda SpA' })).status).toBe(201);
    const pointer = join(dataDir, 'postgres-folder');
    const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
    const [pid] = readFileSync(join(folder, 'pgdata/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await expect
      .poll(() => output, { timeout: 30_000 })
      .toContain('PostgreSQL dejó de funcionar. El servidor parte de nuevo…');
    await expect
      .poll(() => call('suppliers?select=name').catch(() => undefined), { timeout: 60_000 })
      .toEqual({ status: 200, text: '[{"name":"Queda SpA"}]' });
  } finally {
    server.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
  expect(server.exitCode).toBe(0);
});
