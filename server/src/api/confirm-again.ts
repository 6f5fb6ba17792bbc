import { createHash, randomInt, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { authError } from './auth-errors.ts';
import type { Mailer } from './mailer.ts';

const SECONDS_BETWEEN_MAILS = 60;

/**
 * Sends the confirmation mail again to somebody who registered and has not confirmed; @supabase/lite never does. Does nothing
 * for an address that is confirmed or unknown.
 * @returns GoTrue's refusal if the last mail is less than a minute old.
 */
export async function confirmAgain(
  { sql, mailer }: { sql: postgres.Sql; mailer: Mailer },
  email: string,
): Promise<Response | undefined> {
  const [waiting] = await sql`
    select id, ceil(${SECONDS_BETWEEN_MAILS} - extract(epoch from now() - confirmation_sent_at))::int as wait
    from auth.users where email = ${email} and email_confirmed_at is null and confirmation_sent_at is not null`;
  if (!waiting) return undefined;
  if (Number(waiting.wait) > 0) {
    return authError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${waiting.wait} seconds.`,
    );
  }
  const code = String(randomInt(0, 10 ** 10)).padStart(10, '0');
  const token = createHash('sha256')
    .update(email + code)
    .digest('hex');
  await sql`update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${String(waiting.id)}`;
  await mailer.sendConfirmation(email, token, code);
  return undefined;
}

/** What GoTrue answers to a registration with an address that has an account: a user that does not exist. */
export function madeUpUser(email: string): Record<string, unknown> {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
