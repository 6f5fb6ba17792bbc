/** A real shop's web server has no rights over the machine (SEC-90). */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { canRead, ownUser } from '../src/postgres/run-as.ts';
import { npmStart } from '../src/testing/npm-start.ts';
import { prepareDataDir } from '../src/testing/prepared-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const isRoot = process.getuid?.() === 0;

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-as-root-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** `npm start` as root, which ends by itself. */
const started = (dataDir: string, args: readonly string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const command = ['platform/release/setup/run.mjs', 'start', ...args];
    const env = { ...process.env, ALLOW_ROOT: '', DATA_DIR: dataDir };
    execFile(process.execPath, command, { cwd: ROOT, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? error?.signal, output: stdout + stderr }),
    );
  });

test.runIf(isRoot)(
  'SEC-90 a real shop is not started as root: the refusal names the user and the commands, and makes nothing',
  async () => {
    const dataDir = join(newFolder(), 'data');
    const { code, output } = await started(dataDir, ['--empty']);
    expect(code).toBe(1);
    expect(output).toContain('Una tienda real no parte como root');
    expect(output).toContain(`chown -R taller: ${ROOT.replace(/\/$/, '')} ${dataDir}`);
    expect(output).toContain('runuser -u taller -- npm start -- --empty');
    expect(output).not.toContain('Parte de nuevo');
    expect(existsSync(dataDir)).toBe(false);
  },
  90_000,
);

test.runIf(isRoot)(
  'SEC-90 a folder of a real shop is refused as root without --empty too',
  async () => {
    const dataDir = await prepareDataDir(join(newFolder(), 'data'));
    const { code, output } = await started(dataDir, []);
    expect(code).toBe(1);
    expect(output).toContain('Una tienda real no parte como root');
  },
  90_000,
);

test.runIf(isRoot && canRead(join(ROOT, 'package.json'), ownUser()))(
  'SEC-90 handed over to its own user, neither its web server nor its PostgreSQL is root',
  async () => {
    const as = ownUser();
    await using shop = await npmStart({ as });
    const pids = [shop.supervisor.pid, shop.serverPid(), shop.postmasterPid()];
    expect(pids.map((pid) => statSync(`/proc/${pid}`).uid)).toEqual([as?.uid, as?.uid, as?.uid]);
  },
  180_000,
);
