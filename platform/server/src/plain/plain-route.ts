import type { IncomingMessage } from 'node:http';
import { paths } from '@taller/shared/contract/paths.ts';
import { LOOKUP_FIELD, PLAIN, plainHref } from '@taller/shared/contract/plain-pages.ts';
import { SMALL_BODY_MS } from '../config/limits.ts';
import { BodyTooLarge, readBody } from '../http/respond.ts';
import { sendText, type Exchange, type Route } from '../http/router.ts';
import { securityHeaders } from '../site/security-headers.ts';
import type { SiteFiles } from '../site/site-files.ts';
import { answerBooking, BOOKING } from './booking-route.ts';
import { orderStatusPage } from './order-status-page.ts';
import { sendPlainPage, type PlainPage } from './plain-page.ts';
import type { PostedDecision, PublicData } from './public-data.ts';
import { receiptPage } from './receipt-page.ts';
import { refusalPage, type RefusalOutcome } from './refusal-page.ts';
import {
  ASKING,
  CHANGED,
  CHOOSES,
  isLinkState,
  LINE_FIELD,
  LINK,
  quotePage,
  type LinkState,
} from './quote-page.ts';
import { thanksPage } from './thanks-page.ts';

/** A decision with the ids of 50 lines. */
const DECISION_BODY = { bytes: 4000, ms: SMALL_BODY_MS };
/** A booking with texts of full length, percent-encoded. */
const BOOKING_BODY = { bytes: 12_000, ms: SMALL_BODY_MS };
const STATUS = new RegExp(`^${paths.publicOrder.path.replace(':orderNumber', '([^/]+)')}/?$`);
const QUOTE = new RegExp(`^${paths.quoteDecisionWithoutId.path}(?:/([^/]*))?/?$`);

const REFUSAL = new RegExp(`^${paths.refusal.path.replace(':link', '([^/]+)')}/?$`);

const RECEIPT = new RegExp(`^${paths.receipt.path.replace(':link', '([^/]+)')}/?$`);

const THANKS = {
  approved: paths.thanksApproved.getHref(),
  rejected: paths.thanksRejected.getHref(),
} as const;

/** @returns null if it is not valid percent-encoding. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** A submitted form of this site; null for anything else. */
async function postedForm(
  incoming: IncomingMessage,
  body: typeof DECISION_BODY,
): Promise<URLSearchParams | null> {
  const { 'content-type': type = '', 'sec-fetch-site': site = 'same-origin' } = incoming.headers;
  const form = new URLSearchParams((await readBody(incoming, body)).toString('utf8'));
  return type.startsWith('application/x-www-form-urlencoded') && site !== 'cross-site' ? form : null;
}

/**
 * The decision in a submitted form, or the wish to see the total of what is chosen; null for anything else. A form of
 * another site cannot know an order's id.
 */
async function postedDecision(
  incoming: IncomingMessage,
): Promise<PostedDecision | { decision: 'total'; chosen: readonly string[]; version: string } | null> {
  const form = await postedForm(incoming, DECISION_BODY);
  if (!form) return null;
  const decision = form.get('decision');
  const taken = [...form].flatMap(([name, value]) => (name.startsWith(LINE_FIELD) ? value : []));
  const version = form.get('version');
  if (decision === 'total') return { decision, chosen: taken, version: version ?? '' };
  if (decision !== 'approved' && decision !== 'rejected') return null;
  if (version === null) return { decision };
  const chosen = form.has(CHOOSES) ? { chosen: taken } : {};
  return { decision, version, total_amount: Number(form.get('amount')), ...chosen };
}

function redirect({ outgoing }: Exchange, location: string): void {
  outgoing.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

const linkPage = (orderId: string, state: LinkState): string =>
  `${plainHref(paths.quoteDecision.getHref(orderId))}&${LINK}=${state}`;

/** A page, or a redirect. */
async function answerPost(
  exchange: Exchange,
  orderId: string,
  data: PublicData,
): Promise<PlainPage | string> {
  const posted = await postedDecision(exchange.incoming);
  if (!posted) return quotePage({ orderId, asking: false, failed: true }, data);
  if (posted.decision === 'total')
    return quotePage({ orderId, asking: false, taken: posted.chosen, shown: posted.version }, data);
  const status = await data.decide(orderId, posted);
  if (status === 200) return plainHref(THANKS[posted.decision]);
  // Already decided, another quote than the one shown, or no such order: the page shows which.
  const address = plainHref(paths.quoteDecision.getHref(orderId));
  if (status === 403) return linkPage(orderId, 'falta');
  // Without a script the page's total does not follow the choice: nothing is decided before the customer sees it.
  if (status === 409 && posted.chosen)
    return quotePage({ orderId, asking: false, taken: posted.chosen, shown: posted.version }, data);
  if (status === 409) return `${address}&${CHANGED}=1`;
  if (status === 404) return address;
  return quotePage({ orderId, asking: false, failed: true }, data);
}

/** A press on a reminder's link; a form of another site presses nothing. */
async function answerRefusal(link: string, { incoming }: Exchange, data: PublicData): Promise<PlainPage> {
  let outcome: RefusalOutcome = null;
  if (incoming.method === 'POST' && (await postedForm(incoming, DECISION_BODY))) {
    const refused = await data.refuseReminders(link);
    outcome = refused === 'unavailable' ? 'failed' : refused ? 'refused' : 'missing';
  }
  return refusalPage(link, outcome, data.facts);
}

async function answerGet(
  path: string,
  query: URLSearchParams,
  data: PublicData,
): Promise<PlainPage | string | null> {
  if (path === paths.home.getHref()) {
    const typed = query.get(LOOKUP_FIELD)?.trim() ?? '';
    return typed === '' ? path : plainHref(paths.publicOrder.getHref(typed));
  }
  if (path === THANKS.approved) return thanksPage('approved', data.facts);
  if (path === THANKS.rejected) return thanksPage('rejected', data.facts);
  const status = STATUS.exec(path);
  if (status) return orderStatusPage(decoded(status[1] ?? '') ?? '', data);
  const receipt = RECEIPT.exec(path);
  if (receipt) return receiptPage(decoded(receipt[1] ?? '') ?? '', data);
  const quote = QUOTE.exec(path);
  if (quote) {
    const orderId = decoded(quote[1] ?? '') ?? '-';
    const link = query.get(LINK);
    return quotePage(
      {
        orderId,
        asking: query.has(ASKING),
        changed: query.has(CHANGED),
        link: isLinkState(link) ? link : null,
      },
      data,
    );
  }
  return null;
}

/**
 * The public pages for browsers without JavaScript: URLs with `?simple=1`. A decision is a form's POST, never a GET
 * (PUB-13).
 * @param dataFor data access on behalf of one visitor.
 */
export function plainRoute(
  files: SiteFiles,
  https: boolean,
  dataFor: (exchange: Exchange) => PublicData,
): Route {
  const headers = Object.entries(securityHeaders(https));
  return async (exchange) => {
    const { incoming, outgoing, path, origin } = exchange;
    const query = new URL(incoming.url ?? '/', origin).searchParams;
    if (!query.has(PLAIN)) return false;
    const isPost = incoming.method === 'POST';
    if (!isPost && incoming.method !== 'GET' && incoming.method !== 'HEAD') return false;
    const orderId = isPost ? decoded(QUOTE.exec(path)?.[1] ?? '') : null;
    const isBooking = BOOKING.test(path);
    const refusal = decoded(REFUSAL.exec(path)?.[1] ?? '');
    if (isPost && !orderId && !isBooking && !refusal) return false;
    for (const [name, value] of headers) outgoing.setHeader(name, value);
    try {
      const data = dataFor(exchange);
      const answer = isBooking
        ? await answerBooking(
            path,
            query,
            isPost ? await postedForm(incoming, BOOKING_BODY) : null,
            data.bookings,
          )
        : refusal
          ? await answerRefusal(refusal, exchange, data)
          : !orderId
            ? await answerGet(path, query, data)
            : query.has(LINK)
              ? linkPage(orderId, (await data.sendLink(orderId)) ? 'enviado' : 'fallo')
              : await answerPost(exchange, orderId, data);
      if (answer === null) return false;
      if (typeof answer === 'string') redirect(exchange, answer);
      else await sendPlainPage(outgoing, files, answer, data.facts, incoming.method === 'HEAD');
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      outgoing.setHeader('connection', 'close');
      sendText(outgoing, 413, 'El formulario es demasiado largo.');
    }
    return true;
  };
}
