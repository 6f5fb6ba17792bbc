import { statfs } from 'node:fs/promises';
import type { StatusFacts } from '@taller/shared/system-status/system-status.ts';
import type { HostStatus } from '../../../supabase/functions/_shared/system-status/host-status.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { commit } from './commit.ts';
import { remotesStatus } from './remotes-status.ts';

/** Dependencies of the host status. */
export interface HostStatusOptions {
  dataDir: string;
  siteDir: string | null;
  jobs: JobRecord;
  /** Open channels and the time of the last delivered change. */
  realtime: () => StatusFacts;
}

/** The part of the 'Estado' page that only the embedded server knows. Contains figures, but no paths. */
export function hostStatus({ dataDir, siteDir, jobs, realtime }: HostStatusOptions): HostStatus {
  const upSince = new Date().toISOString();
  return {
    disk: async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    jobs: async () => ({ jobs: jobs.facts() }),
    realtime: async () => realtime(),
    retention: async () => ({ up_since: upSince }),
    remotes: () => remotesStatus(siteDir),
    version: async () => ({
      commit: await commit(process.env),
      node: process.versions.node,
      up_since: upSince,
    }),
  };
}
