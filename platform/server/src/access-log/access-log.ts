import type postgres from 'postgres';
import { verifyToken } from '../tokens/jwt.ts';
import type { Answer } from '../http/answer.ts';
import { watchExecuted } from './executed.ts';
import { accessOf, type Access } from './access-of.ts';

/** Responses with up to this many rows are parsed to find the one order they may be about. */
const READ_ROWS = 5;
const REMEMBERED = 5000;
const HOUR_MS = 3_600_000;

/** Dependencies of the audit log. */
export interface AccessLogOptions {
  /** Superuser connection: no other role writes to the log. */
  sql: postgres.Sql;
  jwtSecret: string;
}

/** Contents of a response: the number of rows, and their ids where needed. */
interface Shown {
  rows: number;
  ids: string[];
  /** The number of rows that were counted, shown or not. */
  counted?: number;
}

/**
 * Logs staff access to personal data: the response is held back until the entry is stored, and withheld if that fails.
 * Customers reading their own data are not logged; the database determines the role.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  /** Entries already logged in this hour: reading an order again costs no statement. */
  readonly #stored = new Set<string>();
  #hour = 0;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /**
   * Handles a request with `next` and stores the access that was executed before the response is returned.
   * @param authorization the header with the caller's token.
   */
  async answer(authorization: string | undefined, next: () => Promise<Answer>): Promise<Answer> {
    const { answer, executed } = await watchExecuted(next);
    const access = executed && accessOf(executed);
    if (!access) return answer;
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
    const person = verifyToken(token, this.#options.jwtSecret)?.sub;
    // Reading one's own data is not logged.
    if (person === undefined || access.account === person) return answer;
    try {
      for (const each of [access, ...(access.more ?? [])]) await this.#log(person, each, answer);
    } catch {
      return NOT_LOGGED;
    }
    return answer;
  }

  async #log(person: string, access: Access, answer: Answer): Promise<void> {
    const key = `${person} ${access.order ?? ''} ${access.subject ?? ''} ${access.by ?? ''} ${access.kind} ${access.source}`;
    if (isKept(access) && this.#isStored(key)) return;
    const shown =
      answer.status < 300 ? shownBy(answer, access) : { rows: 0, ids: [], counted: countOf(answer) };
    // A search by personal data discloses some even with a count, an empty page or an error.
    const isSearch = access.by !== undefined && shown.rows === 0;
    if (shown.rows === 0 && !isSearch) return;
    await this.#store(person, isSearch ? { ...access, kind: 'search' } : access, shown);
    if (isKept(access)) this.#stored.add(key);
  }

  async #store(person: string, access: Access, { rows, ids, counted }: Shown): Promise<void> {
    const [id] = ids;
    const isOneOrder = access.kind !== 'search' && access.idsOf === 'service_orders' && rows === 1;
    const order = access.order ?? (isOneOrder ? id : undefined);
    const customers = rows > 0 && access.idsOf === 'profiles' && ids.length === rows ? ids : null;
    await this.#options.sql`
      select private.record_look(${person}, ${order ? 'order' : access.kind}, ${order ?? null},
        ${customers}::uuid[], ${access.subject ?? null}, ${access.source}, ${rows || (counted ?? 0)}, ${access.by ?? null})`;
  }

  #isStored(key: string): boolean {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== this.#hour || this.#stored.size >= REMEMBERED) this.#stored.clear();
    this.#hour = hour;
    return this.#stored.has(key);
  }
}

/** Kinds of access that are fully described by their first entry; for lists and exports the row count is added up. */
const isKept = ({ kind, idsOf }: Access): boolean =>
  (kind === 'order' || kind === 'search') && idsOf !== 'profiles';

/** Without a log entry the data is not returned. */
const NOT_LOGGED: Answer = {
  status: 503,
  headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' },
  body: JSON.stringify({
    code: 'PGRST001',
    message: 'No pudimos registrar la consulta, y sin registro no se muestra. Intenta de nuevo.',
    details: null,
    hint: null,
  }),
};

const textOf = (bytes: string | Uint8Array): string =>
  typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);

/** The total of a response, which may show none of its rows. */
function countOf({ headers }: Answer): number | undefined {
  const [, total] = /\/(\d+)$/.exec(String(headers['content-range'] ?? '')) ?? [];
  return total === undefined ? undefined : Number(total);
}

function shownBy(answer: Answer, access: Access): Shown {
  const { headers, body } = answer;
  const [, first, last] = /^(\d+)-(\d+)\//.exec(String(headers['content-range'] ?? '')) ?? [];
  const counted = first && last ? Number(last) - Number(first) + 1 : undefined;
  // HEAD, and writes that answer with nothing, show no row.
  if (body.length === 0) return { rows: 0, ids: [], counted: countOf(answer) };
  // A file.
  if (!/json|csv/.test(String(headers['content-type'] ?? 'json'))) return { rows: 1, ids: [] };
  // Responses that are only counted are not parsed: an export's batch has a thousand rows.
  if (counted !== undefined && counted > READ_ROWS && access.idsOf !== 'profiles')
    return { rows: counted, ids: [] };
  let rows: unknown;
  try {
    rows = JSON.parse(textOf(body));
  } catch {
    // Requested as CSV: the first line has the column names.
    return { rows: Math.max(textOf(body).trimEnd().split('\n').length - 1, 0), ids: [] };
  }
  const list = Array.isArray(rows) ? (rows as unknown[]) : rows === null ? [] : [rows];
  const ids = list.flatMap((row) =>
    access.idsOf !== undefined &&
    typeof row === 'object' &&
    row !== null &&
    'id' in row &&
    typeof row.id === 'string'
      ? [row.id]
      : [],
  );
  return { rows: list.length, ids, counted: countOf(answer) };
}
