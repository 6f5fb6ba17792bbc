import type { SupabaseApi } from './api/supabase-api.ts';
import { keepCodesJob, type KeepCodesContext } from './device-codes/keep-codes-job.ts';
import type { CurrentFacts } from './facts/current-facts.ts';
import { accountNoticesJob } from './jobs/account-notices-job.ts';
import type { Job } from './jobs/job-runner.ts';
import { photosJob } from './jobs/photos-job.ts';
import { remindersJob } from './jobs/reminders-job.ts';
import { retentionJob, type RetentionContext } from './jobs/retention-job.ts';
import { accountNotice } from './mail/account-notice.ts';
import type { MailSink } from './mail/mail.ts';

/** Dependencies of the shop's jobs. */
export interface ShopJobsContext {
  codes: KeepCodesContext;
  retention: RetentionContext;
  mail: MailSink;
  siteUrl: string;
  facts: CurrentFacts;
  api: Pick<SupabaseApi, 'cleanUploads'>;
}

/** The scheduled jobs of a shop's server, besides backups. */
export function shopJobs({ codes, retention, mail, siteUrl, facts, api }: ShopJobsContext): Job[] {
  const { adminUrl } = codes;
  return [
    keepCodesJob(codes),
    retentionJob(retention),
    remindersJob({ adminUrl }),
    photosJob({ ...codes, cleanUploads: api.cleanUploads }),
    accountNoticesJob({
      adminUrl,
      send: (change, to) => mail.send(accountNotice(change, to, siteUrl, facts.get())),
    }),
  ];
}
