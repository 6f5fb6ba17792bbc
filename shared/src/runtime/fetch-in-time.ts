/** Request timeout in ms: users do not wait longer for a form. */
const PATIENCE_MS = 30_000;

/** A fetch that fails like a network error if there is no response in time. */
export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError('No answer in time')), PATIENCE_MS);
  // Implemented by hand: AbortSignal.any is not supported by all browsers in use.
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
