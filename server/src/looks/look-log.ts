import type postgres from 'postgres';
import { bearerToken } from '../api/bearer-token.ts';
import { verifyToken } from '../api/jwt.ts';
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

type Next = (request: Request) => Promise<Response>;

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

  /** Has a request answered by `next`, and the look that it was stored. */
  async handle(request: Request, next: Next): Promise<Response> {
    const token = bearerToken(request.headers.get('authorization'));
    const person = token === undefined ? undefined : verifyToken(token, this.#options.jwtSecret)?.sub;
    if (person === undefined) return next(request);
    const url = new URL(request.url);
    const isCall = request.method === 'POST' && url.pathname.startsWith('/rest/v1/rpc/');
    const look = lookOf(request.method, url, isCall ? await argumentsOf(request) : {});
    // Oneself is nobody else.
    const isOwn = look?.source === 'profiles' && url.searchParams.get('id') === `eq.${person}`;
    if (!look || isOwn) return next(request);
    const response = await next(request);
    if (!response.ok || response.body === null) return response;
    const key = `${person} ${look.order ?? ''} ${look.subject ?? ''} ${look.kind} ${look.source}`;
    if (this.#isStored(key)) return response;
    const body = await response.text();
    const shown = shownBy(body, response.headers, look);
    if (shown.rows > 0) await this.#store(person, look, shown);
    if (shown.rows > 0 && isKept(look)) this.#stored.add(key);
    return new Response(body, { status: response.status, headers: response.headers });
  }

  async #store(person: string, look: Look, { rows, ids }: Shown): Promise<void> {
    const [id] = ids;
    const isOneOrder = look.kind !== 'search' && look.source === 'service_orders' && rows === 1;
    const order = look.order ?? (isOneOrder ? id : undefined);
    const customers = look.source === 'profiles' && ids.length === rows ? ids : null;
    await this.#options.sql`
      select private.record_look(${person}, ${order ? 'order' : look.kind}, ${order ?? null},
        ${customers}::uuid[], ${look.subject ?? null}, ${look.source}, ${rows})`;
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

async function argumentsOf(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function shownBy(body: string, headers: Headers, look: Look): Shown {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  const counted = first && last ? Number(last) - Number(first) + 1 : undefined;
  // What is only counted need not be parsed: an export's batch has a thousand rows.
  if (counted !== undefined && counted > READ_ROWS && look.source !== 'profiles') {
    return { rows: counted, ids: [] };
  }
  let rows: unknown;
  try {
    rows = JSON.parse(body);
  } catch {
    // Asked for as a table of text: its first line has the names.
    return { rows: Math.max(body.trimEnd().split('\n').length - 1, 0), ids: [] };
  }
  const list = Array.isArray(rows) ? (rows as unknown[]) : rows === null ? [] : [rows];
  const ids = list.flatMap((row) =>
    look.hasIds && typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'
      ? [row.id]
      : [],
  );
  return { rows: list.length, ids };
}
