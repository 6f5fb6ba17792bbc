import { startSharedCluster } from './test-cluster.ts';

/** Global setup of Vitest and Playwright: one PostgreSQL for the whole run. @returns the teardown. */
export default async function setup(): Promise<() => Promise<void>> {
  return startSharedCluster();
}
