import type postgres from 'postgres';
import type { Claims } from '../tokens/jwt.ts';

/** Standing of a signed-in caller; `ended` if the session no longer exists. */
export type Standing = 'staff' | 'customer' | 'ended';

/** How long an answer is reused, in ms: a page makes ten requests at once. */
const KEPT_MS = 5_000;
/** Sessions in memory. Beyond it the one that was read first is evicted. */
const SESSIONS = 2_000;

/**
 * Standing of a caller before the request's body is read. It decides which limits apply and grants nothing: the
 * database checks session and role again.
 */
export class CallerStandings {
  readonly #kept = new Map<string, { until: number; standing: Promise<Standing> }>();

  readonly #sql: postgres.Sql;

  /** @param sql superuser connection. */
  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  of({ sub, session_id: session }: Claims, now = performance.now()): Promise<Standing> {
    const key = `${sub} ${String(session)}`;
    const kept = this.#kept.get(key);
    if (kept && now < kept.until) return kept.standing;
    this.#kept.delete(key);
    const [first] = this.#kept.size >= SESSIONS ? this.#kept.keys() : [];
    if (first !== undefined) this.#kept.delete(first);
    const standing = this.#read(sub, session).catch((): Standing => {
      // Without a database no request succeeds, and its answer says so.
      this.#kept.delete(key);
      return 'customer';
    });
    this.#kept.set(key, { until: now + KEPT_MS, standing });
    return standing;
  }

  async #read(user: string | undefined, session: unknown): Promise<Standing> {
    if (user === undefined || typeof session !== 'string') return 'ended';
    const sql = this.#sql;
    const [row] = await sql<{ role: string | null }[]>`
      select p.role from auth.sessions s left join public.profiles p on p.id = s.user_id
      where s.id = ${session}::text::uuid and s.user_id = ${user}::text::uuid`;
    if (!row) return 'ended';
    return row.role === null || row.role === 'customer' ? 'customer' : 'staff';
  }
}
