import type postgres from 'postgres';
import type { Claims } from '../tokens/jwt.ts';

/** Checks whether a token's session is still valid: a token alone does not reflect a sign-out. */
export class LiveSessions {
  readonly #sql: postgres.Sql;
  #asked = new Set<string>();
  #answer: Promise<Set<string>> | undefined;

  /** @param sql a connection with read access to auth.sessions. */
  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  /** Tokens without a session (anon, the secret key) remain valid. */
  async isLive(claims: Claims): Promise<boolean> {
    const id = sessionOf(claims);
    return id === undefined || (await this.#liveIds(id)).has(id);
  }

  /** Concurrent callers share one query. */
  #liveIds(id: string): Promise<Set<string>> {
    this.#asked.add(id);
    this.#answer ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      const ids = [...this.#asked];
      this.#asked = new Set();
      this.#answer = undefined;
      return this.#read(ids);
    });
    return this.#answer;
  }

  async #read(ids: string[]): Promise<Set<string>> {
    const rows = await this.#sql<{ id: string }[]>`
      select id from auth.sessions where id::text in ${this.#sql(ids)} and (not_after is null or not_after > now())`;
    return new Set(rows.map(({ id }) => id));
  }
}

/** Id of a token's session. */
function sessionOf({ session_id: id }: Claims): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
