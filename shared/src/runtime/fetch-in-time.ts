/** How long a request may go without an answer, in ms: a form that waits any longer has lost the person. */
const PATIENCE_MS = 30_000;

/** A fetch that fails as one without a network does when nothing is answered in time. */
export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError('No answer in time')), PATIENCE_MS);
  // By hand: AbortSignal.any is younger than browsers that the site still meets.
  const stop = () => late.abort(init.signal?.reason);
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener('abort', stop);
  try {
    return await fetch(input, { ...init, signal: late.signal });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', stop);
  }
}
