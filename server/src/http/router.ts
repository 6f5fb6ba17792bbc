import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as routes see it. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Path without query, still encoded. */
  path: string;
  /** Scheme, host and port under which the client sees this server. */
  origin: string;
  /** Address of the client, behind trusted proxies too; `peerOf(client)` is what limits count. */
  client: string;
}

/** Answers what is its own and returns true, or returns false at once. */
export type Route = (exchange: Exchange) => Promise<boolean>;

/** Answers with JSON that must not be stored. */
export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  outgoing.end(JSON.stringify(value));
}

/** Answers with a short text. */
export function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(`${text}\n`);
}
