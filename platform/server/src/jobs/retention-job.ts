import postgres from 'postgres';
import type { MailStore } from '../mail/mail-store.ts';
import type { Job } from './job-runner.ts';

const EVERY_MS = 3_600_000;

/** Dependencies of retention. */
export interface RetentionContext {
  adminUrl: string;
  /** Mails stored by the server; without `forget` none are stored. */
  mails: Partial<MailStore>;
  log: (line: string) => void;
}

/** Deletes personal data whose retention period has ended (PRIV-07). On hosted Supabase pg_cron calls run_retention. */
export function retentionJob(context: RetentionContext): Job {
  return { name: 'retention', everyMs: EVERY_MS, run: async () => void (await runRetention(context)) };
}

/** One run. @returns the number of deleted rows by kind, without zeros. */
export async function runRetention({
  adminUrl,
  mails,
  log,
}: RetentionContext): Promise<Record<string, number>> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [terms] = await sql`
      select private.kept_since('mail_days') as since, array(select email::text from auth.users where email is not null) as addresses`;
    const forgotten = (await mails.forget?.(terms?.since as Date, terms?.addresses as string[])) ?? 0;
    const [row] = await sql`select public.run_retention(${forgotten}) as removed`;
    const removed = row?.removed as Record<string, number>;
    if (Object.keys(removed).length > 0)
      log(`Datos personales borrados por su plazo: ${JSON.stringify(removed)}.`);
    return removed;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
