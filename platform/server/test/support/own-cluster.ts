import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { readPidFile } from '../../src/postgres/postmaster.ts';
import { clusterOf } from '../../src/postgres/places.ts';
import { startServer, type RunningServer } from '../../src/start-server.ts';
import { prepareDataDir } from '../../src/testing/prepared-folder.ts';

/** A server with its own PostgreSQL, which a test may break. */
export interface BreakableServer extends AsyncDisposable {
  server: RunningServer;
  dataDir: string;
  /** Superuser connection. */
  sql: postgres.Sql;
  /** Kills the postmaster, or one of its processes, like the OOM killer. */
  killPostmaster(): void;
  killBackend(pid: number): void;
  /** Stops PostgreSQL and prevents its start until the returned function is called. */
  takeAway(): () => void;
}

/** Starts a server in test mode on a folder of its own. */
export async function startBreakable(): Promise<BreakableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taller-breakable-'));
  await prepareDataDir(dataDir, 'test');
  const server = await startServer({ port: 0, mode: 'test', quiet: true, dataDir });
  const sql = postgres(server.adminUrl, { max: 1, backoff: () => 0.1, onnotice: () => {} });
  // Test clusters normally disable durability; here it is needed, also for what tests themselves write.
  await sql`alter role authenticator set synchronous_commit = on`;
  await sql`alter role current_user set synchronous_commit = on`;
  await sql`set synchronous_commit = on`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`;
  const data = join(clusterOf(dataDir), 'pgdata');
  const killPostmaster = () => {
    const { pid } = readPidFile(data) ?? {};
    if (pid === undefined) throw new Error('PostgreSQL does not run');
    process.kill(pid, 'SIGKILL');
  };
  return {
    server,
    dataDir,
    sql,
    killPostmaster,
    killBackend: (pid) => void process.kill(pid, 'SIGKILL'),
    takeAway: () => {
      const [control, hidden] = [join(data, 'global/pg_control'), join(data, 'pg_control.hidden')];
      renameSync(control, hidden);
      killPostmaster();
      return () => renameSync(hidden, control);
    },
    [Symbol.asyncDispose]: async () => {
      await sql.end({ timeout: 1 });
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
