import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Rejects an upgrade with an error status and closes the connection. */
export function refuseUpgrade(raw: Duplex, status: string): void {
  // Node removes its own error listener before an upgrade; an unhandled error would end the process.
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => raw.destroy());
}

/** The URL of an upgrade request; null if it is invalid. */
export function upgradeUrl({ url = '/' }: IncomingMessage): URL | null {
  return URL.parse(url, 'http://localhost');
}
