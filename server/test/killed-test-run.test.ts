import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { isRunning, waitUntil } from '../src/postgres/postmaster.ts';

// Each starts a PostgreSQL, and waits for another to exit.
const PATIENCE = { timeout: 60_000 };

const RUN = `
  import { readFileSync } from 'node:fs';
  import { startTestServer } from '${new URL('../src/testing/start-test-server.ts', import.meta.url).href}';
  import { startSharedCluster } from '${new URL('../src/testing/test-cluster.ts', import.meta.url).href}';
  await startSharedCluster();
  const { dataDir } = await startTestServer();
  const { folder } = JSON.parse(process.env.TALLER_TEST_CLUSTER);
  const [pid] = readFileSync(folder + '/pgdata/postmaster.pid', 'utf8').split('\\n');
  console.log(JSON.stringify({ folder, dataDir, pid: Number(pid) }));
  setInterval(() => {}, 1000);
`;

function startRun(code: string) {
  const { TALLER_TEST_CLUSTER: _, ...env } = process.env;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

for (const { signal, tags } of [
  { signal: 'SIGKILL', tags: [] },
  { signal: 'SIGTERM', tags: ['exhaustive'] },
] as const)
  test(
    `TEST-05 a test run that ends by ${signal} leaves neither PostgreSQL nor its folders`,
    { tags: [...tags] },
    async () => {
      const run = startRun(RUN);
      const [line] = (await once(run.stdout, 'data')) as [Buffer];
      const { folder, dataDir, pid } = JSON.parse(line.toString()) as Record<'folder' | 'dataDir', string> & {
        pid: number;
      };
      expect([existsSync(dataDir), isRunning(pid)]).toEqual([true, true]);
      run.kill(signal);
      await expect
        .poll(() => [existsSync(folder), existsSync(dataDir), isRunning(pid)], PATIENCE)
        .toEqual([false, false, false]);
    },
  );

const WITH_A_SHOP = `
  import { spawn } from 'node:child_process';
  import { mkdtempSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { startServer } from '${new URL('../src/start-server.ts', import.meta.url).href}';
  import { startSharedCluster } from '${new URL('../src/testing/test-cluster.ts', import.meta.url).href}';
  await startSharedCluster();
  const dataDir = mkdtempSync(join(tmpdir(), 'taller-killed-'));
  await startServer({ port: 0, mode: 'empty', quiet: true, dataDir });
  const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const { folder } = JSON.parse(process.env.TALLER_TEST_CLUSTER);
  console.log(JSON.stringify({ folder, dataDir, pid }));
  setInterval(() => {}, 1000);
`;

/** Processes whose working directory is below a folder. */
const workingIn = (folder: string) =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  });

test.skipIf(!existsSync('/proc/self/environ'))(
  'TEST-11 a test run that is killed takes along what its tests have started, and their folders',
  async () => {
    const run = startRun(WITH_A_SHOP);
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const { folder, dataDir, pid } = JSON.parse(line.toString()) as Record<'folder' | 'dataDir', string> & {
      pid: number;
    };
    const left = () => [existsSync(folder), isRunning(pid), workingIn(folder).length > 0];
    expect(dataDir.startsWith(`${folder}/`)).toBe(true);
    expect(left()).toEqual([true, true, true]);
    run.kill('SIGKILL');
    await expect.poll(left, PATIENCE).toEqual([false, false, false]);
  },
);

test.skipIf(!existsSync('/proc/self/environ'))(
  'TEST-11 a test run that is killed while it makes its PostgreSQL leaves nothing',
  { tags: ['exhaustive'] },
  async () => {
    const run = startRun(RUN);
    const folders = () =>
      readdirSync(tmpdir())
        .filter((name) => name.startsWith(`taller-test-${run.pid}-`))
        .map((name) => `${tmpdir()}/${name}`);
    const isMaking = () => folders().some((folder) => workingIn(folder).length > 0);
    expect(await waitUntil(isMaking, 60_000, 2)).toBe(true);
    const [folder = ''] = folders();
    run.kill('SIGKILL');
    await expect.poll(() => [folders(), workingIn(folder)], PATIENCE).toEqual([[], []]);
  },
);
