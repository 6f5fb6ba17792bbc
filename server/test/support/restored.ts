import { readInstallation } from '../../src/config/installation.ts';
import { embeddedUrls } from '../../src/database/database.ts';
import { startCluster } from '../../src/postgres/cluster.ts';
import { clusterOf } from '../../src/postgres/places.ts';

/** Runs something on the database of a data folder as it is: no server starts, nothing is migrated or written. */
export async function withDatabase<T>(dataDir: string, work: (adminUrl: string) => Promise<T>): Promise<T> {
  const installation = readInstallation(dataDir);
  if (!installation) throw new Error(`${dataDir} is no data folder`);
  const { adminPassword } = installation;
  const options = { folder: clusterOf(dataDir), adminPassword, disposable: false, log: () => {} };
  const cluster = await startCluster(options);
  try {
    return await work(embeddedUrls(cluster.port, installation).adminUrl);
  } finally {
    await cluster.stop();
  }
}
