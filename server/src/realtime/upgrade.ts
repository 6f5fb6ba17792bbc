import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers an upgrade with an error status and closes the connection, whatever the client does meanwhile. */
export function refuseUpgrade(raw: Duplex, status: string): void {
  // Node takes its own listener away before an upgrade; an error without one would end the process.
  raw.on('error', () => raw.destroy());
  raw.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => raw.destroy());
}

/** The address that an upgrade asks for; null for text that is none. */
export function upgradeUrl({ url = '/' }: IncomingMessage): URL | null {
  return URL.parse(url, 'http://localhost');
}
