import { readInstallation } from '../../src/config/installation.ts';
import { embeddedUrls } from '../../src/database/database.ts';
import { startCluster } from '../../src/postgres/cluster.ts';
import { clusterOf } from '../../src/postgres/places.ts';

/** Runs a function on the database of a data folder without starting a server or migrating. */
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
