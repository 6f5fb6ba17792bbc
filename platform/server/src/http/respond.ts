import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reservation } from './body-budget.ts';

/** A request whose body is larger than its route accepts. */
export class BodyTooLarge extends Error {}

/** Limits for reading a body. */
export interface BodyLimit {
  bytes: number;
  /** Timeout for the whole body in ms, if shorter than the general one. */
  ms?: number;
  /** Tracks the memory it holds. */
  reservation?: Reservation;
}

/** Reads a whole body. A timeout closes the connection. @throws BodyTooLarge, OverBudget */
export async function readBody(
  incoming: IncomingMessage,
  { bytes, ms, reservation }: BodyLimit,
): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > bytes) throw new BodyTooLarge();
  const slow = ms === undefined ? undefined : setTimeout(() => incoming.destroy(), ms);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytes) throw new BodyTooLarge();
      reservation?.add(chunk.length);
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(slow);
  }
  return Buffer.concat(chunks);
}

/** Aborted when the client disconnects before its response, so that work can be cancelled. */
export function whenGone(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (outgoing.destroyed) gone.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** The body of a request; not read if the method has none or the limit forbids it. */
export async function bodyOf(incoming: IncomingMessage, limit: BodyLimit): Promise<Buffer | undefined> {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD' && limit.bytes > 0;
  const body = hasBody ? await readBody(incoming, limit) : undefined;
  return body && body.length > 0 ? body : undefined;
}

/** The Node request as a web Request, with a body that was already read. */
export function webRequest(
  incoming: IncomingMessage,
  origin: string,
  body: Buffer | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const item of value ?? []) headers.append(name, item);
  }
  return new Request(new URL(incoming.url ?? '/', origin), {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    body: body && new Uint8Array(body),
  });
}

/** The Node request as a web Request, with its body read. */
export async function toRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  limit: BodyLimit,
): Promise<Request> {
  const gone = whenGone(outgoing);
  return webRequest(incoming, origin, await bodyOf(incoming, limit), gone);
}
