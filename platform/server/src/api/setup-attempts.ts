import { RateLimit } from '../http/rate-limit.ts';

/** The functions that take the token of a first set-up. */
const FUNCTIONS = ['setup_state', 'set_up_shop'];
const PATH = '/rest/v1/rpc/';
/** The states of a token that was right. */
const RIGHT = ['"open"', '"used"', '"created"'];
/** Limit of wrong ones per peer, as of wrong links in mails: they cannot be guessed anyway. */
const WRONG_TOKENS = 60;
const TOKEN_MS = 5_000;

/** Whether a function takes the token of a first set-up. */
export const takesSetupToken = (name: string): boolean => FUNCTIONS.includes(name);

/** The refusal in PostgREST's form, with a message for people. */
function tooOften(waitMs: number): Response {
  const message = 'Demasiados intentos desde esta red. Espera un minuto e inténtalo de nuevo.';
  const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
  return Response.json({ code: '429', message, details: null, hint: null }, { status: 429, headers });
}

/** Limits wrong tokens of a first set-up (SEC-04). */
export class SetupAttempts {
  readonly #wrong = new RateLimit(WRONG_TOKENS, TOKEN_MS);

  /** @param peer key for rate limits. */
  async answer(
    request: Request,
    peer: string,
    next: (request: Request) => Promise<Response>,
  ): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(PATH) || !takesSetupToken(pathname.slice(PATH.length))) return next(request);
    // Taken before it is looked at: of many at once no more than the limit get that far.
    const wait = this.#wrong.take(peer);
    if (wait > 0) return tooOften(wait);
    const response = await next(request);
    if (RIGHT.includes((await response.clone().text()).trim())) this.#wrong.giveBack(peer);
    return response;
  }
}
