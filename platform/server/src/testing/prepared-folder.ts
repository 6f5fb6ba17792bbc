import { constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { embeddedUrls } from '../database/database.ts';
import type { ServerMode } from '../config/installation.ts';
import { startServer } from '../start-server.ts';
import { acquireTestCluster } from './test-cluster.ts';

/**
 * Fills a data folder as a first start that ended in order leaves it, for tests that are not about the first start: a
 * later start takes a fifth of its time. The first test of a run that needs one starts a server for it, the others
 * copy. Copies have the same keys and the same installation id.
 * @param dataDir a folder that does not exist, or is empty.
 * @returns the same folder.
 */
export async function prepareDataDir(
  dataDir: string,
  mode: Exclude<ServerMode, 'demo'> = 'empty',
): Promise<string> {
  const { cluster, release } = await acquireTestCluster();
  try {
    const prepared = join(cluster.folder, `prepared-${mode}`);
    const admin = postgres(embeddedUrls(cluster.port, cluster).adminUrl, { max: 1, onnotice: () => {} });
    try {
      // Several processes run tests.
      await admin`select pg_advisory_lock(hashtext(${`taller.prepared.${mode}`}))`;
      if (!existsSync(prepared)) {
        const partial = mkdtempSync(`${prepared}.`);
        await (await startServer({ port: 0, mode, quiet: true, dataDir: partial })).close();
        renameSync(partial, prepared);
      }
    } finally {
      await admin.end({ timeout: 5 });
    }
    cpSync(prepared, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return dataDir;
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await release();
  }
}
