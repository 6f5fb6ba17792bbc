import { createHash, randomInt } from 'node:crypto';
import type postgres from 'postgres';
import type { Mailer } from './mailer.ts';

const SECONDS_BETWEEN_MAILS = 60;

/**
 * Resends the confirmation mail to an unconfirmed account, which @supabase/lite never does. Does nothing if the address
 * is confirmed or unknown, or if the last mail was sent less than a minute ago.
 */
export async function confirmAgain(
  { sql, mailer }: { sql: postgres.Sql; mailer: Mailer },
  email: string,
): Promise<void> {
  const [waiting] = await sql`
    select id from auth.users
    where email = ${email} and email_confirmed_at is null and confirmation_sent_at < now() - make_interval(secs => ${SECONDS_BETWEEN_MAILS})`;
  if (!waiting) return;
  const code = String(randomInt(0, 10 ** 10)).padStart(10, '0');
  const token = createHash('sha256')
    .update(email + code)
    .digest('hex');
  await sql`update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${String(waiting.id)}`;
  await mailer.sendConfirmation(email, token, code);
}
