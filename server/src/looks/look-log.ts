import type postgres from 'postgres';
import { verifyToken } from '../tokens/jwt.ts';
import type { Answer } from '../http/answer.ts';
import { lookOf, type Look } from './look-of.ts';

/** Answers of up to so many rows are read for the one order that they may be about. */
const READ_ROWS = 5;
const REMEMBERED = 5000;
const HOUR_MS = 3_600_000;

/** What the log of looks works with. */
export interface LookLogOptions {
  /** Connection as superuser: nobody else writes to the log. */
  sql: postgres.Sql;
  jwtSecret: string;
}

/** A request of the REST API, as far as it tells a look. */
export interface Asked {
  method: string;
  /** Path and query. */
  url: string;
  authorization?: string;
  prefer?: string;
  body?: Uint8Array;
}

/** What an answer shows: how many rows, and their ids where those matter. */
interface Shown {
  rows: number;
  ids: string[];
}

/**
 * Logs what the staff look at before they see it: the answer is held back until the entry is stored, and is not given
 * if it cannot be. Customers' looks at what is their own are no matter of the log; the database tells who is who.
 */
export class LookLog {
  readonly #options: LookLogOptions;
  /** Looks of this hour that are in the log already: a page that reads an order again costs no statement. */
  readonly #stored = new Set<string>();
  #hour = 0;

  constructor(options: LookLogOptions) {
    this.#options = options;
  }

  /** Has a request answered by `next`, and the look that it was stored before the answer is given. */
  async answer(asked: Asked, next: () => Promise<Answer>): Promise<Answer> {
    const url = URL.parse(asked.url, 'http://localhost');
    const { method, prefer = '' } = asked;
    const look = url && lookOf({ method, url, prefer, argumentsOf: () => argumentsOf(asked) });
    if (!look) return next();
    const [, token = ''] = /^Bearer (.+)$/i.exec(asked.authorization ?? '') ?? [];
    const person = verifyToken(token, this.#options.jwtSecret)?.sub;
    // Oneself is nobody else.
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

/** Looks whose entry says all with the first of them; of lists and exports the rows are counted on. */
const isKept = ({ kind, source }: Look): boolean =>
  (kind === 'order' || kind === 'search') && source !== 'profiles';

/** Nobody sees what cannot be logged. */
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
    // As a form of a page sends them.
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function shownBy({ headers, body }: Answer, look: Look): Shown {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(String(headers['content-range'] ?? '')) ?? [];
  const counted = first && last ? Number(last) - Number(first) + 1 : undefined;
  // What is only counted need not be parsed: an export's batch has a thousand rows. HEAD has nothing else.
  if (counted !== undefined && (body.length === 0 || (counted > READ_ROWS && look.source !== 'profiles'))) {
    return { rows: counted, ids: [] };
  }
  let rows: unknown;
  try {
    rows = JSON.parse(textOf(body));
  } catch {
    // Asked for as a table of text: its first line has the names.
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
