import type postgres from 'postgres';
import { verifyToken } from '../tokens/jwt.ts';
import type { Answer } from '../http/answer.ts';
import { lookOf, type Look } from './look-of.ts';

/** Responses with up to this many rows are parsed to find the one order they may be about. */
const READ_ROWS = 5;
const REMEMBERED = 5000;
const HOUR_MS = 3_600_000;

/** Dependencies of the audit log. */
export interface LookLogOptions {
  /** Superuser connection: no other role writes to the log. */
  sql: postgres.Sql;
  jwtSecret: string;
}

/** The parts of a REST request that determine what it accesses. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  authorization?: string;
  prefer?: string;
  body?: Uint8Array;
}

/** Contents of a response: the number of rows, and their ids where needed. */
interface Shown {
  rows: number;
  ids: string[];
}

/**
 * Logs staff access to personal data: the response is held back until the entry is stored, and withheld if that fails.
 * Customers reading their own data are not logged; the database determines the role.
 */
export class LookLog {
  readonly #options: LookLogOptions;
  /** Entries already logged in this hour: reading an order again costs no statement. */
  readonly #stored = new Set<string>();
  #hour = 0;

  constructor(options: LookLogOptions) {
    this.#options = options;
  }

  /** Handles a request with `next` and stores the access it represents before the response is returned. */
  async answer(asked: Asked, next: () => Promise<Answer>): Promise<Answer> {
    const url = URL.parse(asked.url, 'http://localhost');
    const { method, prefer = '' } = asked;
    const look = url && lookOf({ method, url, prefer, argumentsOf: () => argumentsOf(asked) });
    if (!look) return next();
    const [, token = ''] = /^Bearer (.+)$/i.exec(asked.authorization ?? '') ?? [];
    const person = verifyToken(token, this.#options.jwtSecret)?.sub;
    // Reading one's own data is not logged.
    const isOwn = look.hasIds && look.source === 'profiles' && url.searchParams.get('id') === `eq.${person}`;
    const answer = await next();
    if (person === undefined || isOwn || answer.status >= 300) return answer;
    const key = `${person} ${look.order ?? ''} ${look.subject ?? ''} ${look.by ?? ''} ${look.kind} ${look.source}`;
    if (this.#isStored(key)) return answer;
    const shown = shownBy(answer, look);
    if (shown.rows === 0) return answer;
    try {
      await this.#store(person, look, shown);
    } catch {
      return NOT_LOGGED;
    }
    if (isKept(look)) this.#stored.add(key);
    return answer;
  }

  async #store(person: string, look: Look, { rows, ids }: Shown): Promise<void> {
    const [id] = ids;
    const isOneOrder = look.kind !== 'search' && look.source === 'service_orders' && rows === 1;
    const order = look.order ?? (isOneOrder ? id : undefined);
    const customers = look.source === 'profiles' && ids.length === rows ? ids : null;
    await this.#options.sql`
      select private.record_look(${person}, ${order ? 'order' : look.kind}, ${order ?? null},
        ${customers}::uuid[], ${look.subject ?? null}, ${look.source}, ${rows}, ${look.by ?? null})`;
  }

  #isStored(key: string): boolean {
    const hour = Math.floor(Date.now() / HOUR_MS);
    if (hour !== this.#hour || this.#stored.size >= REMEMBERED) this.#stored.clear();
    this.#hour = hour;
    return this.#stored.has(key);
  }
}

/** Kinds of access that are fully described by their first entry; for lists and exports the row count is added up. */
const isKept = ({ kind, source }: Look): boolean =>
  (kind === 'order' || kind === 'search') && source !== 'profiles';

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

function argumentsOf({ body = new Uint8Array() }: Asked): Record<string, unknown> {
  const text = textOf(body);
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  } catch {
    // As HTML forms send them.
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function shownBy({ headers, body }: Answer, look: Look): Shown {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(String(headers['content-range'] ?? '')) ?? [];
  const counted = first && last ? Number(last) - Number(first) + 1 : undefined;
  // Responses that are only counted are not parsed: an export's batch has a thousand rows. HEAD has no body.
  if (counted !== undefined && (body.length === 0 || (counted > READ_ROWS && look.source !== 'profiles'))) {
    return { rows: counted, ids: [] };
  }
  let rows: unknown;
  try {
    rows = JSON.parse(textOf(body));
  } catch {
    // Requested as CSV: the first line has the column names.
    return { rows: Math.max(textOf(body).trimEnd().split('\n').length - 1, 0), ids: [] };
  }
  const list = Array.isArray(rows) ? (rows as unknown[]) : rows === null ? [] : [rows];
  const ids = list.flatMap((row) =>
    look.hasIds && typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
      ? [row.id]
      : [],
  );
  return { rows: list.length, ids };
}
