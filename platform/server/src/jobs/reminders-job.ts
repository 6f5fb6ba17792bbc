import postgres from 'postgres';
import type { Job } from './job-runner.ts';

const EVERY_MS = 10 * 60_000;

/**
 * Queues the reminders to customers that are due (TIME-47); the database decides which, and whether any goes out now.
 * On hosted Supabase pg_cron calls plan_reminders.
 */
export function remindersJob({ adminUrl }: { adminUrl: string }): Job {
  return {
    name: 'plan-reminders',
    everyMs: EVERY_MS,
    run: async () => {
      const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
      try {
        await sql`select public.plan_reminders()`;
      } finally {
        await sql.end({ timeout: 5 });
      }
    },
  };
}
