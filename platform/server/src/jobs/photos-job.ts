import type { Job } from './job-runner.ts';
import { callOnSchedule, type ScheduledCall } from './scheduled-call.ts';

const EVERY_MS = 10 * 60_000;

/** Dependencies of the clean-up of photos. */
export interface PhotosContext extends Omit<ScheduledCall, 'name'> {
  /** Removes unfinished uploads that waited too long. */
  readonly cleanUploads: () => Promise<number>;
}

/** Removes the files of photos that are gone, and uploads that nobody ends. On Supabase pg_cron calls check-photo. */
export function photosJob({ cleanUploads, ...call }: PhotosContext): Job {
  const run = async () => {
    await callOnSchedule({ ...call, name: 'check-photo' });
    await cleanUploads();
  };
  return { name: 'clean-photos', everyMs: EVERY_MS, run };
}
