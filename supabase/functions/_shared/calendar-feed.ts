import { toCalendar } from '../../../shared/src/appointments/ics.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';

/** The result of the database function calendar_feed. */
interface Feed {
  shop: string;
  address: string;
  minutes: number;
  events: readonly {
    id: string;
    at: string;
    changed_at: string;
    version: number;
    name: string;
    device: string | null;
  }[];
}

const plain = (status: number, body: string, type = 'text/plain') =>
  new Response(body, {
    status,
    // Neither a proxy nor a browser keeps it; calendars are other programs, so no page may read it.
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });

/** The last part of the address: a secret, perhaps with the ending that some calendars want. */
const SECRET = /\/([0-9a-f]{32})(?:\.ics)?$/;

/**
 * The calendar of the shop's appointments (BOOK-12): GET /calendar-feed/<secret>.ics, by a calendar program. 400
 * without a secret, as 'Estado' asks (missing-functions.ts); 404 for one that was renewed or revoked, or whose owner
 * may no longer see appointments; 502 the database did not respond.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
    const { pathname } = new URL(request.url);
    if (/\/calendar-feed\/?$/.test(pathname)) return plain(400, 'No calendar named');
    const token = SECRET.exec(pathname)?.[1];
    if (token === undefined) return plain(404, 'Not found');
    const { data, error } = await deps.admin().rpc('calendar_feed', { p_token: token });
    if (error) {
      deps.log('error', `calendar_feed failed: ${error.code}`);
      return plain(502, 'Unavailable');
    }
    const feed = data as Feed | null;
    if (!feed) return plain(404, 'Not found');
    const events = feed.events.map(({ id, at, changed_at: changedAt, version, name, device }) => ({
      uid: `${id}@taller`,
      start: new Date(at),
      minutes: feed.minutes,
      title: device === null ? name : `${name}: ${device}`,
      location: feed.address,
      stamp: new Date(changedAt),
      sequence: version - 1,
    }));
    return plain(200, toCalendar(events, `Citas de ${feed.shop}`), 'text/calendar');
  };
}
