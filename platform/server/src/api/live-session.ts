import type postgres from 'postgres';
import type { Claims } from '../tokens/jwt.ts';

/**
 * Checks whether the session of an access token still exists: its row in auth.sessions is deleted by signing out, a new
 * password, and the removal of the account. The REST and auth API check on each request, so that an access token ends
 * with its session and not up to an hour later; long-lived connections check periodically.
 */
export async function isLiveSession(sql: postgres.Sql, userId: string, sessionId: string): Promise<boolean> {
  const rows = await sql`
    select from auth.sessions as s join auth.users as u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId}`;
  return rows.length > 0;
}

/**
 * Ends all sessions of an account, or all but one: their refresh tokens stop working and their access tokens are
 * rejected from the next request on.
 * @param kept the session that stays valid.
 */
export async function endSessions(sql: postgres.Sql, userId: string, kept: string | null): Promise<void> {
  await sql`
    with ended as (delete from auth.sessions where user_id = ${userId} and id is distinct from ${kept}::uuid)
    delete from auth.refresh_tokens where user_id = ${userId} and session_id is distinct from ${kept}::uuid`;
}

/** Whether a staff session has exceeded the inactivity limit. */
export async function isIdleSession(sql: postgres.Sql, sessionId: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`set local role service_role`;
    const [row] = await tx`select private.is_idle_session(${sessionId}) as idle`;
    return row?.idle === true;
  });
}

/** Whether somebody signed in, gave a code or the password again in this session within the last minutes. */
export async function isProvedSession(sql: postgres.Sql, sessionId: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    await tx`set local role service_role`;
    const [row] = await tx`select private.is_proved_session(${sessionId}) as proved`;
    return row?.proved === true;
  });
}

/** Compares the password of a session's account as the API does: counted by session, before it is answered. */
export async function provePassword(sql: postgres.Sql, claims: Claims, password: string): Promise<boolean> {
  const asCaller = (call: (tx: postgres.TransactionSql) => Promise<postgres.RowList<postgres.Row[]>>) =>
    sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await tx`set local role authenticated`;
      return call(tx);
    });
  await asCaller((tx) => tx`select public.try_password(${password})`);
  const [row] = await asCaller((tx) => tx`select public.is_password_proved() as proved`);
  return row?.proved === true;
}
