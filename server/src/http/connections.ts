import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Limits open connections: beyond `limit` the one that has been idle longest is closed. Browsers reconnect when needed;
 * clients that only hold connections lose them first.
 */
export function keepRoom(server: Server, limit: number): void {
  const open = new Set<Duplex>();
  const idle = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size <= limit) return;
    const [longest] = idle;
    longest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => idle.delete(socket));
}
