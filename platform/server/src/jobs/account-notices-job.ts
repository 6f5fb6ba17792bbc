import postgres from 'postgres';
import type { AccountChange } from '../mail/account-notice.ts';
import type { Job } from './job-runner.ts';

const EVERY_MS = 60_000;

type Send = (change: AccountChange, to: string) => Promise<void>;

/** Mails people what somebody else changed of their account (SEC-72). Own changes are mailed as they are made. */
export function accountNoticesJob({ adminUrl, send }: { adminUrl: string; send: Send }): Job {
  return {
    name: 'account-notices',
    everyMs: EVERY_MS,
    run: async () => {
      const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
      try {
        await sendAccountNotices(sql, send);
      } finally {
        await sql.end({ timeout: 5 });
      }
    },
  };
}

/** One run, oldest change first; a mail that fails is tried again by the next one, for a day. */
export async function sendAccountNotices(sql: postgres.Sql, send: Send): Promise<void> {
  const changes = await sql<{ id: string; change: AccountChange; email: string }[]>`
    select c.id, case c.kind when 'second_factor' then 'mfa_factor_unenrolled' else c.kind end as change, u.email
    from private.account_changes c join auth.users u on u.id = c.account_id
    where c.mailed_at is null and c.actor_id is distinct from c.account_id and u.email is not null
      and c.changed_at > now() - interval '1 day' and c.kind in ('role', 'name', 'rut', 'rut_proof', 'email', 'second_factor')
      and (c.kind <> 'second_factor' or c.actor_id is not null)
    order by c.id limit 100`;
  for (const { id, change, email } of changes) {
    await send(change, email);
    await sql`update private.account_changes set mailed_at = now() where id = ${id}`;
  }
}
