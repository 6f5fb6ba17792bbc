import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
// oxlint-disable-next-line taller/no-clock -- the pause of a client between refused requests
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setAside } from '../src/site/served-folder.ts';
import { npmStart } from '../src/testing/npm-start.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const TEST_MS = 180_000;

test(
  'OPS-02 SHELL-90 a killed server is started again under traffic, on the PostgreSQL that it had, with a site that is set aside; SIGTERM then leaves nothing running',
  async () => {
    await using shop = await npmStart();
    const postmaster = shop.postmasterPid();
    const acknowledged = ['first'];
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let n = 0; !stopping.signal.aborted; n += 1) {
        const name = `w${writer}-${n}`;
        if ((await shop.addNotification(name)) === 201) acknowledged.push(name);
        // Without a server a request fails at once: what starts the next one needs the processor.
        else await delay(20);
      }
    });
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), PATIENCE);
    // A first publication killed between its two renames leaves the site's folder like this.
    mkdirSync(dirname(setAside(shop.site)));
    renameSync(shop.site, setAside(shop.site));
    process.kill(shop.serverPid(), 'SIGKILL');
    const told = 'El servidor terminó (SIGKILL). Parte de nuevo…';
    await vi.waitFor(() => expect(shop.output()).toContain(told), PATIENCE);
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), PATIENCE);
    stopping.abort();
    await Promise.all(writers);
    const names = await shop.notifications();
    expect(acknowledged.filter((name) => names.filter((other) => other === name).length !== 1)).toEqual([]);
    expect(shop.postmasterPid()).toBe(postmaster);
    expect(await (await fetch(`http://127.0.0.1:${shop.port}/`)).text()).toContain('<title>Taller</title>');
    shop.supervisor.kill('SIGTERM');
    await once(shop.supervisor, 'exit');
    expect(shop.supervisor.exitCode).toBe(0);
    expect(shop.postgres()).toEqual([]);
  },
  TEST_MS,
);

test(
  'OPS-02 with a killed supervisor the server stops in order, and its PostgreSQL with it',
  async () => {
    await using shop = await npmStart();
    shop.supervisor.kill('SIGKILL');
    await vi.waitFor(() => expect(shop.postgres()).toEqual([]), PATIENCE);
    expect(shop.output()).toContain('Deteniendo…');
    expect(shop.output()).not.toContain('El servidor falló');
  },
  TEST_MS,
);

test(
  'OPS-02 with server and supervisor killed at once, PostgreSQL ends by itself',
  { timeout: TEST_MS, tags: ['exhaustive'] },
  async () => {
    await using shop = await npmStart();
    const server = shop.serverPid();
    shop.supervisor.kill('SIGSTOP');
    process.kill(server, 'SIGKILL');
    shop.supervisor.kill('SIGKILL');
    await vi.waitFor(() => expect(shop.postgres()).toEqual([]), PATIENCE);
  },
);
