import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { peerOf, type ProxyRule } from '../network/client-address.ts';

/** Maximum number of open connections. */
interface Room {
  readonly total: number;
  /** Maximum per peer. It does not apply to a trusted proxy, which has the connections of all its visitors. */
  readonly perPeer: number;
}

/**
 * Limits open connections. At a limit, a new connection closes another one: the one that has been idle longest, else
 * the oldest of the peer with the most, which may have sent requests without ever reading an answer. Browsers reconnect
 * when needed.
 */
export function keepRoom(server: Server, room: Room, isProxy: ProxyRule): void {
  // All oldest first.
  const open = new Map<string, Set<Socket>>();
  const idle = new Set<Socket>();
  let count = 0;
  const largest = () => [...open.values()].reduce((most, peer) => (peer.size > most.size ? peer : most));
  const close = (idlest: Socket | undefined, [oldest]: Set<Socket>) => (idlest ?? oldest)?.destroy();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket.remoteAddress ?? '');
    const ofPeer = open.get(peer) ?? new Set();
    open.set(peer, ofPeer.add(socket));
    count += 1;
    socket.once('close', () => {
      count -= 1;
      idle.delete(socket);
      ofPeer.delete(socket);
      if (ofPeer.size === 0 && open.get(peer) === ofPeer) open.delete(peer);
    });
    if (ofPeer.size > room.perPeer && !isProxy({ socket }))
      close(
        [...idle].find((other) => ofPeer.has(other)),
        ofPeer,
      );
    else if (count > room.total) close([...idle][0], largest());
    idle.add(socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    idle.delete(socket);
    // Realtime has limits of its own.
    open.get(peerOf(socket.remoteAddress ?? ''))?.delete(socket);
  });
}
