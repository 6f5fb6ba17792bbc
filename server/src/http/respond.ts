import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Holding } from './body-budget.ts';

/** A request whose body is larger than its route takes. */
export class BodyTooLarge extends Error {}

/** How much of a body is read. */
export interface BodyLimit {
  bytes: number;
  /** Time for all of it, in ms, if it is shorter than that of every request. */
  ms?: number;
  /** Counts what it holds. */
  holding?: Holding;
}

/** Reads a whole body. One that takes too long loses its connection. @throws BodyTooLarge, OverBudget */
export async function readBody(
  incoming: IncomingMessage,
  { bytes, ms, holding }: BodyLimit,
): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > bytes) throw new BodyTooLarge();
  const slow = ms === undefined ? undefined : setTimeout(() => incoming.destroy(), ms);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytes) throw new BodyTooLarge();
      holding?.add(chunk.length);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(slow);
  }
  return Buffer.concat(chunks);
}

/** The Node request as a web Request. Aborted when the client goes away, so that its query need not go on. */
export async function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  limit: BodyLimit,
): Promise<Request> {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const item of value ?? []) headers.append(name, item);
  }
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const hasBody = method !== 'GET' && method !== 'HEAD' && limit.bytes > 0;
  const body = hasBody ? new Uint8Array(await readBody(incoming, limit)) : undefined;
  return new Request(new URL(incoming.url ?? '/', origin), {
    method,
    headers,
    signal: gone.signal,
    body: body && body.length > 0 ? body : undefined,
  });
}

/** Sends a web Response. */
export async function sendResponse(
  outgoing: ServerResponse,
  response: Response,
  headOnly: boolean,
): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!response.body || headOnly) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body), outgoing);
}
