import { statfs } from 'node:fs/promises';
import type { StatusFacts } from '@taller/shared/system-status/system-status.ts';
import type { HostStatus } from '../../../../supabase/functions/_shared/system-status/host-status.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { commit } from './commit.ts';
import { remotesStatus } from './remotes-status.ts';

/** Dependencies of the host status. */
export interface HostStatusOptions {
  dataDir: string;
  siteDir: string | null;
  jobs: JobRecord;
  /** Time since which the site's pages lack current facts of the shop or their content, or null. */
  behindSince: () => string | null;
  /** Whether messages go to the simulated provider. */
  simulated: boolean;
  /** Whether mails reach people, and whether they are shown by the simulator instead of sent. */
  mail: { configured: boolean; simulated: boolean };
  /** Live channels and the last change that was handed out. */
  realtime: () => StatusFacts;
}

/** Status that only the embedded server knows, for the page 'Estado'. It contains no paths of the machine. */
export function hostStatus({
  dataDir,
  siteDir,
  jobs,
  behindSince,
  simulated,
  mail,
  realtime,
}: HostStatusOptions): HostStatus {
  const upSince = new Date().toISOString();
  return {
    disk: async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    messages: async () => ({ simulated }),
    mail: async () => mail,
    jobs: async () => ({ jobs: jobs.facts() }),
    realtime: async () => realtime(),
    retention: async () => ({ up_since: upSince }),
    remotes: () => remotesStatus(siteDir, behindSince()),
    version: async () => ({
      commit: await commit(process.env),
      node: process.versions.node,
      up_since: upSince,
    }),
  };
}
