import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRunning } from '../src/postgres/postmaster.ts';

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

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'TEST-05 a test run that ends by %s leaves neither PostgreSQL nor its folders',
  async (signal) => {
    const { TALLER_TEST_CLUSTER: _, ...env } = process.env;
    const run = spawn(process.execPath, ['--input-type=module', '--eval', RUN], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(run.stdout, 'data')) as [Buffer];
    const { folder, dataDir, pid } = JSON.parse(line.toString()) as Record<'folder' | 'dataDir', string> & {
      pid: number;
    };
    expect([existsSync(dataDir), isRunning(pid)]).toEqual([true, true]);
    run.kill(signal);
    await expect
      .poll(() => [existsSync(folder), existsSync(dataDir), isRunning(pid)], { timeout: 20_000 })
      .toEqual([false, false, false]);
  },
);
