import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as passed to routes. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Path without the query, percent-encoded. */
  path: string;
  /** Origin of this server as seen by the client. */
  origin: string;
  /** The client's address, also behind trusted proxies; rate limits use `peerOf(client)`. */
  client: string;
}

/** Handles a request and returns true, or returns false if it is not for this route. */
export type Route = (exchange: Exchange) => Promise<boolean>;

/** Sends JSON that must not be cached. */
export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  outgoing.end(JSON.stringify(value));
}

/** Sends a short text. */
export function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(`${text}\n`);
}
