import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Resets a connection between transactions, as transaction poolers do: `discard all`, except for prepared statements,
 * which poolers track.
 */
const FORGET = [
  'reset all',
  'set session authorization default',
  'close all',
  'unlisten *',
  'select pg_advisory_unlock_all()',
  'discard plans',
  'discard sequences',
  'discard temp',
].join('; ');

const IDLE = 'I'.charCodeAt(0);
/** Messages of a client that end in ReadyForQuery: a simple query, and Sync. */
const ANSWERED = /^[QS]$/;

interface Message {
  type: string;
  bytes: Buffer;
}

/**
 * Splits a stream into PostgreSQL's messages.
 * @param untyped how many at its start have no type, like the startup's.
 */
function messageReader(take: (message: Message) => void, untyped = 0): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let bare = untyped;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = bare > 0 ? 0 : 1;
      if (rest.length < at + 4) return;
      const length = at + rest.readInt32BE(at);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      take({ type: bare > 0 ? '' : String.fromCharCode(bytes[0] ?? 0), bytes });
      if (bare > 0) bare -= 1;
    }
  };
}

function forgetQuery(): Buffer {
  const text = Buffer.from(`${FORGET}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** One connection: before a transaction begins, all that earlier ones have set is forgotten. */
function relay(client: Socket, port: number): void {
  const backend = connect(port, '127.0.0.1');
  const close = () => {
    client.destroy();
    backend.destroy();
  };
  for (const socket of [client, backend]) socket.on('error', close).on('close', close);
  // Otherwise each small message waits for the acknowledgement of the one before, 40 ms.
  for (const socket of [client, backend]) socket.setNoDelay(true);
  // The startup ends in ReadyForQuery too.
  let answersDue = 1;
  let isUsed = false;
  let held: Message[] | undefined;
  const send = ({ type, bytes }: Message) => {
    if (ANSWERED.test(type)) answersDue += 1;
    backend.write(bytes);
  };
  client.on(
    'data',
    messageReader((message) => {
      if (held) return void held.push(message);
      if (!isUsed || message.type === 'X') return send(message);
      held = [message];
      backend.write(forgetQuery());
    }, 1),
  );
  backend.on(
    'data',
    messageReader((message) => {
      const isReady = message.type === 'Z';
      if (!held) {
        if (isReady) answersDue -= 1;
        isUsed = isReady && answersDue === 0 && message.bytes[5] === IDLE;
        client.write(message.bytes);
      } else if (isReady) {
        const waiting = held;
        held = undefined;
        isUsed = false;
        waiting.forEach(send);
      }
    }),
  );
}

/** The address of a database through a pool whose connections forget between transactions. */
export async function forgetfulPool(url: string): Promise<{ url: string } & AsyncDisposable> {
  const target = new URL(url);
  const port = Number(target.port);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('close', () => sockets.delete(client)));
    relay(client, port);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.toString(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
