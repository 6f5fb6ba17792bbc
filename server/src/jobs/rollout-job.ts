import postgres from 'postgres';
import type { CountVisits, JudgeRollouts } from '@taller/shared/system-status/counted-visits.ts';
import type { Job } from './job-runner.ts';

const EVERY_MS = 60_000;

/** Reads the visits that browsers reported. */
const countedIn =
  (adminUrl: string): CountVisits =>
  async (since) => {
    const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
    try {
      const rows = await sql<{ remote: string; build: string; hour: Date; visits: string; failed: string }[]>`
        select remote, build, hour, visits, failed from public.count_part_visits(${since})`;
      return rows.map(({ hour, visits, failed, ...of }) => ({
        ...of,
        hour: hour.toISOString(),
        visits: Number(visits),
        failed: Number(failed),
      }));
    } finally {
      await sql.end({ timeout: 5 });
    }
  };

/** Ends publications of this server's site to a part of the browsers when they fail (SHELL-83). */
export function rolloutJob(
  judge: JudgeRollouts,
  { adminUrl, log }: { adminUrl: string; log: (line: string) => void },
): Job {
  return {
    name: 'rollouts',
    everyMs: EVERY_MS,
    run: async () => {
      for (const line of await judge(countedIn(adminUrl))) log(line);
    },
  };
}
