import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link between a visitor and the site. */
export interface Network {
  name: string;
  /** Megabits per second, each way. */
  mbps: number;
  /** Time there and back, in ms. */
  latencyMs: number;
}

export const NETWORKS: readonly Network[] = [
  { name: '1,6 Mbps / 150 ms', mbps: 1.6, latencyMs: 150 },
  { name: '9 Mbps / 165 ms', mbps: 9, latencyMs: 165 },
];

/** Pieces in which bytes take their turn, about two packets. */
const PIECE_BYTES = 3_000;
/** A sender with so many bytes on the way waits, as a full queue of a router makes it. */
const MOST_ON_THE_WAY = 64_000;

/**
 * One direction of a link: bytes of all connections one after the other at its rate, and late by its delay.
 * @returns a function that sends the bytes of a connection this way.
 */
function direction(bytesPerMs: number, delayMs: number): (from: Socket, to: Socket) => void {
  let freeAt = 0;
  // One queue, since timers do not keep the order of bytes.
  const onTheWay: { at: number; arrive: () => void }[] = [];
  const wait = () => {
    const [first] = onTheWay;
    if (!first) return;
    const arrive = () => {
      while (onTheWay[0] && onTheWay[0].at <= performance.now()) onTheWay.shift()?.arrive();
      wait();
    };
    setTimeout(arrive, Math.max(0, first.at - performance.now()));
  };
  return (from, to) => {
    let sent = 0;
    const deliver = (bytes: number, act: () => void) => {
      freeAt = Math.max(performance.now(), freeAt) + bytes / bytesPerMs;
      sent += bytes;
      if (sent > MOST_ON_THE_WAY) from.pause();
      const arrive = () => {
        sent -= bytes;
        if (sent <= MOST_ON_THE_WAY) from.resume();
        if (!to.destroyed) act();
      };
      onTheWay.push({ at: freeAt + delayMs, arrive });
      if (onTheWay.length === 1) wait();
    };
    from.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        deliver(piece.length, () => to.write(piece));
      }
    });
    from.on('end', () => deliver(0, () => to.end()));
    from.on('error', () => to.destroy());
  };
}

/**
 * Puts a slow link before a site: whatever a page loads shares one rate, as on a phone. Throttling each request by
 * itself, as DevTools does it, hides that scripts and the first paint compete.
 * @param url the address of the site, on this machine.
 */
export async function startSlowLink(
  url: string,
  { mbps, latencyMs }: Network,
): Promise<{ url: string; close: () => void }> {
  const bytesPerMs = (mbps * 1_000) / 8;
  const [up, down] = [direction(bytesPerMs, latencyMs / 2), direction(bytesPerMs, latencyMs / 2)];
  const sockets = new Set<Socket>();
  const server = createServer((visitor) => {
    const site = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    for (const socket of [visitor, site]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    visitor.setNoDelay(true);
    visitor.pause();
    // The handshake of TCP, which takes no time on one machine.
    setTimeout(() => {
      up(visitor, site);
      down(site, visitor);
      visitor.resume();
    }, latencyMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
