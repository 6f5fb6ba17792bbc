import { createServer, Agent as HttpAgent, request as httpRequest } from 'node:http';
import type {
  ClientRequest,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestOptions,
  Server,
  ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { LOCAL_PATH } from '@taller/shared/contract/local-remote.ts';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';
import { failurePage } from '#src/on-site/failure-page.ts';
import { mayRewrite, rewriteOf, textOf } from '#src/on-site/rewrite-answer.ts';
import {
  changedHeaders,
  requestHeaders,
  responseHeaders,
  takenOver,
  upgradeHeaders,
  type Origins,
} from '#src/on-site/rewrite-headers.ts';
import { unreachable } from '#src/on-site/site-error.ts';

/** A site, with one remote served from local sources. */
export interface ProxiedSite {
  /** The site's origin. */
  site: string;
  local: RegistryRemote;
  /** Answers requests below LOCAL_PATH. */
  serveLocal: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  /** Takes a socket for hot reload. */
  upgradeLocal: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Called with a Spanish line when the site stops or begins to answer. */
  say: (line: string) => void;
}

/** How long the site may take to begin an answer. */
const PATIENCE_MS = 60_000;

/** Whether a request may be repeated: it changes nothing and has no body. */
const isRepeatable = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

const pathOf = (incoming: IncomingMessage) => (incoming.url ?? '/').split('?')[0] ?? '/';

/** A local proxy of a site that replaces one remote. A failed request does not end it. */
export class SiteProxy {
  readonly server: Server;
  readonly #given: ProxiedSite;
  readonly #agent: HttpAgent;
  readonly #send: (options: RequestOptions) => ClientRequest;
  /** Open web sockets, which the server does not close itself once they are upgraded. */
  readonly #sockets = new Set<Duplex>();
  #isGone = false;

  constructor(given: ProxiedSite) {
    this.#given = given;
    const isHttps = given.site.startsWith('https:');
    this.#agent = new (isHttps ? HttpsAgent : HttpAgent)({ keepAlive: true });
    this.#send = isHttps ? httpsRequest : httpRequest;
    this.server = createServer((incoming, outgoing) => this.#onRequest(incoming, outgoing));
    this.server.on('upgrade', (incoming, socket, head) => this.#onUpgrade(incoming, socket, head));
    // A connection that the browser aborts is not an error.
    this.server.on('clientError', (_, socket) => socket.destroy());
  }

  /** Ends all connections. */
  close(): Promise<void> {
    this.#agent.destroy();
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  /**
   * The origins of a request from a page of this proxy; null for a foreign host name that resolves to this machine (DNS
   * rebinding), and for a page of another origin.
   */
  #originsOf({ headers }: IncomingMessage): Origins | null {
    const address = this.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const host = headers.host?.toLowerCase();
    if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return null;
    const own = `http://${host}`;
    if (headers.origin !== undefined && headers.origin !== own) return null;
    const isFromOutside =
      headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
    // A link from elsewhere opens a page, as on the site itself.
    if (isFromOutside && headers['sec-fetch-mode'] !== 'navigate') return null;
    return { own, site: this.#given.site };
  }

  #onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const origins = this.#originsOf(incoming);
    const path = pathOf(incoming);
    if (!origins) end(outgoing, 403, 'Esta dirección es solo de este equipo.');
    else if (path.startsWith(LOCAL_PATH)) this.#given.serveLocal(incoming, outgoing);
    // The site's service worker would answer instead of the proxy, even later.
    else if (path === '/service-worker.js') end(outgoing, 404, 'No existe.');
    else this.#forward(incoming, outgoing, origins);
  }

  #ask(incoming: IncomingMessage, headers: OutgoingHttpHeaders): ClientRequest {
    const { protocol, hostname, port } = new URL(this.#given.site);
    return this.#send({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      // Only repeatable requests reuse a connection, which the site may be about to close.
      agent: isRepeatable(incoming) && !headers.upgrade ? this.#agent : false,
      method: incoming.method,
      path: incoming.url,
      headers,
    });
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, origins: Origins): void {
    const isRewritten = mayRewrite(incoming, pathOf(incoming));
    const asked = this.#ask(incoming, requestHeaders(incoming.headers, origins, isRewritten));
    const patience = setTimeout(() => asked.destroy(new Error(`${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    const fail = (error: unknown) => {
      clearTimeout(patience);
      if (outgoing.destroyed) return;
      this.#gone(error);
      if (outgoing.headersSent) outgoing.destroy();
      else this.#sayGone(incoming, outgoing, error);
    };
    asked.on('error', (error) => {
      if (asked.reusedSocket && isRepeatable(incoming) && !outgoing.headersSent && !outgoing.destroyed)
        this.#forward(incoming, outgoing, origins);
      else fail(error);
    });
    asked.on('response', (answer) => {
      clearTimeout(patience);
      this.#back();
      answer.on('error', fail);
      void this.#answer(incoming, outgoing, answer, origins).catch(fail);
    });
    outgoing.on('close', () => {
      clearTimeout(patience);
      asked.destroy();
    });
    incoming.pipe(asked);
  }

  async #answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    answer: IncomingMessage,
    origins: Origins,
  ): Promise<void> {
    const { statusCode = 502, headers } = answer;
    const sent = takenOver(incoming.headers, responseHeaders(headers, origins), origins);
    const path = pathOf(incoming);
    const type = headers['content-type'] ?? '';
    const rewrite = mayRewrite(incoming, path) ? rewriteOf(path, type) : null;
    if (!rewrite) {
      outgoing.writeHead(statusCode, sent);
      answer.pipe(outgoing);
      return;
    }
    const text = rewrite(await textOf(answer), this.#given.local, origins);
    if (text === null) {
      end(outgoing, 404, 'No existe.');
      return;
    }
    const body = Buffer.from(text);
    outgoing.writeHead(statusCode, changedHeaders(sent, body.length));
    outgoing.end(body);
  }

  #onUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    const origins = this.#originsOf(incoming);
    if (!origins) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    else if (pathOf(incoming).startsWith(LOCAL_PATH)) this.#given.upgradeLocal(incoming, socket, head);
    else this.#forwardSocket(incoming, socket, head, origins);
  }

  #forwardSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer, origins: Origins): void {
    const asked = this.#ask(incoming, upgradeHeaders(incoming.headers, origins));
    asked.on('error', (error) => {
      this.#gone(error);
      socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n');
    });
    asked.on('response', ({ statusCode = 502, statusMessage = '' }) => {
      socket.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\nConnection: close\r\n\r\n`);
      asked.destroy();
    });
    asked.on('upgrade', ({ rawHeaders }, other, first) => {
      this.#back();
      const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      if (first.length > 0) socket.write(first);
      if (head.length > 0) other.write(head);
      other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => other.destroy());
      other.pipe(socket);
      socket.pipe(other);
    });
    socket.on('close', () => asked.destroy());
    asked.end();
  }

  /** Reports once that the site does not answer. */
  #gone(error: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#given.say(`✗ ${unreachable(this.#given.site, error)} El servidor local sigue y espera.`);
  }

  #back(): void {
    if (!this.#isGone) return;
    this.#isGone = false;
    this.#given.say(`✓ ${this.#given.site} contesta otra vez.`);
  }

  #sayGone({ headers }: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
    const message = unreachable(this.#given.site, error);
    const isPage = headers['sec-fetch-dest'] === 'document';
    outgoing.writeHead(502, {
      'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      'cache-control': 'no-store',
    });
    outgoing.end(isPage ? failurePage(message) : JSON.stringify({ message }));
  }
}

function end(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(text);
}
