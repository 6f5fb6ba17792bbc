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

// The main tier kills one that has started more, below.
for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test(
    `TEST-05 a test run that ends by ${signal} leaves neither PostgreSQL nor its folders`,
    { tags: ['exhaustive'] },
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

const WITH_ANOTHER = `
  import { spawn } from 'node:child_process';
  import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { startCluster } from '${new URL('../src/postgres/cluster.ts', import.meta.url).href}';
  import { postgresUser } from '${new URL('../src/postgres/run-as.ts', import.meta.url).href}';
  import { startSharedCluster } from '${new URL('../src/testing/test-cluster.ts', import.meta.url).href}';
  await startSharedCluster();
  const dataDir = mkdtempSync(join(tmpdir(), 'taller-killed-'));
  const as = postgresUser();
  if (as) chownSync(dataDir, as.uid, as.gid);
  await startCluster({ folder: dataDir, adminPassword: 'x', disposable: false, log() {} });
  const sleeping = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const { folder } = JSON.parse(process.env.TALLER_TEST_CLUSTER);
  const postmasterOf = (place) => Number(readFileSync(place + '/pgdata/postmaster.pid', 'utf8').split('\\n')[0]);
  const pids = [sleeping.pid, postmasterOf(folder), postmasterOf(dataDir)];
  console.log(JSON.stringify({ folder, dataDir, pids }));
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
  'TEST-05 TEST-11 a killed test run ends its PostgreSQL and all processes of its tests, and deletes their folders',
  async () => {
    const run = startRun(WITH_ANOTHER);
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const { folder, dataDir, pids } = JSON.parse(line.toString()) as Record<'folder' | 'dataDir', string> & {
      pids: number[];
    };
    const left = () => [
      existsSync(folder),
      existsSync(dataDir),
      workingIn(folder).length > 0,
      ...pids.map(isRunning),
    ];
    expect(dataDir.startsWith(`${folder}/`)).toBe(true);
    expect(left()).toEqual(Array.from({ length: 6 }, () => true));
    run.kill('SIGKILL');
    await expect.poll(left, PATIENCE).toEqual(Array.from({ length: 6 }, () => false));
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
