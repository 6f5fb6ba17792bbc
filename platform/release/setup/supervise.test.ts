import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '@taller/server/postgres/postmaster.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

test('OPS-02 ending npm start by its process id ends the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-supervise-'));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  const supervise = JSON.stringify(inRoot('platform/release/setup/supervise.mjs'));
  write('package.json', JSON.stringify({ scripts: { start: 'node supervisor.mjs' } }));
  write(
    'supervisor.mjs',
    `import { supervise } from ${supervise};
    supervise(process.execPath, ['server.mjs'], {});`,
  );
  write(
    'server.mjs',
    `import { writeFileSync } from 'node:fs';
    writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 1000);`,
  );
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
  const pids: number[] = [];
  onTestFinished(() => {
    npm.kill('SIGKILL');
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  await vi.waitUntil(() => existsSync(join(folder, 'pid')), PATIENCE);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  pids.push(pid);
  expect(isRunning(pid)).toBe(true);
  npm.kill('SIGTERM');
  await vi.waitUntil(() => !isRunning(pid), PATIENCE);
});
