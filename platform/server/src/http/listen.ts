import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import {
  CONNECTIONS,
  HEADER_BYTES,
  HEADERS_MS,
  REQUEST_MS,
  SILENCE_MS,
  SLOW_CHECK_MS,
} from '../config/limits.ts';
import type { ProxyRule } from '../network/client-address.ts';
import { keepRoom } from './connections.ts';
import { codeOf, StartError } from '../errors/start-error.ts';

/** Pending responses by server. */
const openAnswers = new WeakMap<Server, Set<ServerResponse>>();
/** How long stopping waits for running requests. */
const FINISH_MS = 1_000;

/** Listens on 127.0.0.1 with limits against slow or idle clients. @throws StartError port-taken */
export function listen(
  port: number,
  host: string,
  handler: RequestListener,
  log: (line: string) => void,
  isProxy: ProxyRule = () => false,
): Promise<{ server: Server; port: number }> {
  const open = new Set<ServerResponse>();
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: SLOW_CHECK_MS,
      keepAliveTimeout: 30_000,
      maxHeaderSize: HEADER_BYTES,
    },
    (incoming, outgoing) => {
      // Clients with keep-alive connections would keep sending requests to a stopping server.
      if (!server.listening) outgoing.setHeader('connection', 'close');
      open.add(outgoing);
      outgoing.once('close', () => open.delete(outgoing));
      handler(incoming, outgoing);
    },
  );
  // Without a listener Node closes the connection without a response.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  openAnswers.set(server, open);
  server.setTimeout(SILENCE_MS);
  keepRoom(server, CONNECTIONS, isProxy);
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(codeOf(error) === 'EADDRINUSE' ? portTaken(port, error) : notAllowed(port, error)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      server.removeAllListeners('error');
      // Too many open files, for instance: later connections are accepted again.
      server.on('error', (error) => log(`Conexiones: ${error.message}`));
      resolve({ server, port: address && typeof address === 'object' ? address.port : port });
    });
  });
}

function portTaken(port: number, error: Error): StartError {
  return new StartError(
    'port-taken',
    `El puerto ${port} ya está ocupado por otro programa. Detén ese programa o elige otro puerto, por ejemplo: PORT=${port + 1} npm start`,
    error,
  );
}

function notAllowed(port: number, error: Error): StartError {
  return new StartError(
    'port-taken',
    `No se pudo abrir el puerto ${port}: ${error.message}. Elige otro con PORT.`,
    error,
  );
}

/** Stops accepting requests, lets running ones finish for a second, then closes the rest. Idempotent. */
export function closeServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    for (const answer of openAnswers.get(server) ?? []) {
      if (!answer.headersSent) answer.setHeader('connection', 'close');
    }
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
