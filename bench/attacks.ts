/**
 * Denial-of-service attacks by anonymous visitors and self-registered customers: each attack runs against a fresh demo
 * shop in its own process, while the response times for staff are measured. The attacker has another address than
 * staff, as behind a proxy. To compare two versions, run the file in both.
 *
 * node bench/attacks.ts [channels|patterns|casts|sockets|bodies|customers|searches|unread]   (default: all)
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Shop {
  url: string;
  port: number;
  key: string;
  rss(): Promise<number>;
  /** Changes one order. */
  change(): Promise<unknown>;
  /** Access tokens of four self-registered customers and a receptionist. */
  tokens(): Promise<{ customers: string[]; staff: string }>;
}

const STAFF = { 'x-forwarded-for': '198.51.100.1' };
const ATTACKER = { 'x-forwarded-for': '203.0.113.1' };
const SECOND = 1000;
const MEGABYTE = 1_000_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function withShop(attack: (shop: Shop) => Promise<string>, args: string[] = []): Promise<string> {
  const child = fork(join(import.meta.dirname, 'support/serve-demo.ts'), args, { silent: true });
  child.setMaxListeners(0);
  const answer = <T>() => new Promise<T>((resolve) => child.once('message', (value) => resolve(value as T)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const shop = await answer<Omit<Shop, 'rss' | 'change' | 'tokens'>>();
  const rss = async () => {
    const told = answer<{ rss: number }>();
    child.send('memory');
    return (await told).rss;
  };
  const change = () => {
    const told = answer();
    child.send('change');
    return told;
  };
  const tokens: Shop['tokens'] = () => {
    const told = answer<Awaited<ReturnType<Shop['tokens']>>>();
    child.send('tokens');
    return told;
  };
  try {
    return await attack({ ...shop, rss, change, tokens });
  } finally {
    child.send('close');
    await Promise.race([ended, wait(10 * SECOND)]);
    child.kill('SIGKILL');
  }
}

/** Duration of a request in ms; Infinity after a minute without a response. */
async function timed(path: string, shop: Shop, init: RequestInit = {}): Promise<number> {
  const started = performance.now();
  try {
    const headers = { apikey: shop.key, 'content-type': 'application/json', ...STAFF };
    const response = await fetch(shop.url + path, {
      headers,
      signal: AbortSignal.timeout(60 * SECOND),
      ...init,
    });
    await response.arrayBuffer();
    return response.ok ? performance.now() - started : Infinity;
  } catch {
    return Infinity;
  }
}

/** The maximum response time of /healthz while something is running. */
async function longestHealth(shop: Shop, during: Promise<unknown>): Promise<number> {
  const state = { over: false };
  let longest = 0;
  const end = during.finally(() => (state.over = true));
  while (!state.over) longest = Math.max(longest, await timed('/healthz', shop));
  await end;
  return longest;
}

function openSocket(shop: Shop, headers: Record<string, string>): Promise<WebSocket | undefined> {
  const address = `${shop.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${shop.key}&vsn=2.0.0`;
  // Node's own WebSocket accepts headers, which the DOM types do not declare.
  const socket = new WebSocket(address, { headers } as unknown as string[]);
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('error', () => resolve(undefined));
    socket.addEventListener('close', () => resolve(undefined));
  });
}

const openMany = async (shop: Shop, count: number): Promise<WebSocket[]> => {
  const opened = await Promise.all(Array.from({ length: count }, () => openSocket(shop, ATTACKER)));
  return opened.filter((socket) => socket !== undefined);
};

const ms = (time: number) => (Number.isFinite(time) ? `${Math.round(time)} ms` : 'no answer');
const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;
const logIn = (shop: Shop) =>
  timed('/auth/v1/token?grant_type=password', shop, {
    method: 'POST',
    body: JSON.stringify({ email: 'tecnico@taller.test', password: 'taller-demo' }),
  });

async function channels(shop: Shop): Promise<string> {
  const sockets = await openMany(shop, 250);
  for (const socket of sockets) {
    for (let n = 0; n < 100; n += 1) {
      const changes = [{ event: '*', schema: 'public', table: 'service_orders' }];
      socket.send(
        JSON.stringify(['1', '1', `realtime:${n}`, 'phx_join', { config: { postgres_changes: changes } }]),
      );
    }
    await wait(5);
  }
  await wait(3 * SECOND);
  const longest = await longestHealth(
    shop,
    shop.change().then(() => wait(2 * SECOND)),
  );
  for (const socket of sockets) socket.close();
  return `250 sockets x 100 channels, one order changes: /healthz at most ${ms(longest)}`;
}

async function patterns(shop: Shop): Promise<string> {
  const before = await logIn(shop);
  const or = Array.from({ length: 620 }, () => 'status.match.(a|b)*N$').join(',');
  const headers = { apikey: shop.key, ...ATTACKER };
  const path = `${shop.url}/rest/v1/public_order_status?or=(${or})`;
  // A response may repeat the URL in a header that is too long for this client: only the server's behaviour counts.
  const ask = () =>
    fetch(path, { headers }).then(
      (response) => response.text(),
      () => undefined,
    );
  const asked = Array.from({ length: 24 }, ask);
  await wait(300);
  const during = await logIn(shop);
  await Promise.allSettled(asked);
  return `24 requests with 620 patterns: a log-in takes ${ms(during)}, before ${ms(before)}`;
}

async function casts(shop: Shop): Promise<string> {
  const before = await shop.rss();
  let peak = before;
  let bytes = 0;
  const path = '/rest/v1/public_order_status?select=status::%22character(10485760)%22&limit=30';
  const ask = async () => {
    const { body } = await fetch(shop.url + path, { headers: { apikey: shop.key, ...ATTACKER } });
    for await (const chunk of body ?? []) bytes += chunk.length;
  };
  const watching = setInterval(() => void shop.rss().then((rss) => (peak = Math.max(peak, rss))), 200);
  const longest = await longestHealth(shop, ask());
  clearInterval(watching);
  await wait(300);
  return `a cast to 10 MB in 30 rows: answer ${megabytes(bytes)}, memory +${megabytes(peak - before)}, /healthz at most ${ms(longest)}`;
}

async function sockets(shop: Shop): Promise<string> {
  const anonymous = await openMany(shop, 1000);
  const staff = await openSocket(shop, STAFF);
  const idle: Socket[] = [];
  for (let n = 0; n < 2000; n += 1) {
    const socket = connect(shop.port, '127.0.0.1');
    socket.on('error', () => undefined);
    idle.push(socket);
  }
  await wait(SECOND);
  const health = await timed('/healthz', shop, { signal: AbortSignal.timeout(5 * SECOND) });
  for (const socket of [...anonymous, staff]) socket?.close();
  for (const socket of idle) socket.destroy();
  return `1000 sockets: one of staff ${staff ? 'opens' : 'is refused'}; with 2000 idle connections besides /healthz: ${ms(health)}`;
}

async function bodies(shop: Shop): Promise<string> {
  const before = await shop.rss();
  const head = `POST /rest/v1/profiles HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\nContent-Type: application/json\r\nContent-Length: 7900000\r\n\r\n`;
  const part = Buffer.alloc(7_800_000, 'x');
  const sending = Array.from({ length: 60 }, () => {
    const socket = connect(shop.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(head);
    socket.write(part);
    return socket;
  });
  await wait(5 * SECOND);
  const after = await shop.rss();
  for (const socket of sending) socket.destroy();
  return `60 unfinished bodies of 7.9 MB without a key: memory +${megabytes(after - before)}`;
}

async function customers(shop: Shop): Promise<string> {
  const accounts = await shop.tokens();
  const part = Buffer.alloc(7_999_000, 'x');
  const sending = accounts.customers
    .flatMap((token) => [token, token])
    .map((token) => {
      const socket = connect(shop.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /rest/v1/rpc/search_orders HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\napikey: ${shop.key}\r\n` +
          `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n`,
      );
      socket.write(part);
      return socket;
    });
  await wait(5 * SECOND);
  const headers = {
    apikey: shop.key,
    authorization: `Bearer ${accounts.staff}`,
    'content-type': 'application/json',
    ...STAFF,
  };
  // A body of 20 kB from staff needs more room than the attack leaves; only the number of refusals counts.
  const body = JSON.stringify({ p_search: 'x'.repeat(20_000) });
  let refused = 0;
  for (let n = 0; n < 20; n += 1) {
    const { status } = await fetch(`${shop.url}/rest/v1/rpc/search_orders`, {
      method: 'POST',
      headers,
      body,
    });
    if (status === 429) refused += 1;
  }
  for (const socket of sending) socket.destroy();
  return `unfinished bodies of 8 MB by four customers: ${refused} of 20 requests of staff are answered 429`;
}

/** Searches in an own text that take PostgreSQL long: a regular expression, and wildcards that go back. */
const SEARCHES = ['match.^(a*)(a*)(a*)(a*)%5C1%5C2%5C3%5C4b$', 'like.*a*a*a*a*a*a*a*a*c'];

async function searches(shop: Shop): Promise<string> {
  const accounts = await shop.tokens();
  const headersOf = (token: string, peer: Record<string, string>) => ({
    apikey: shop.key,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...peer,
  });
  const waits = async (count: number) => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1)
      times.push(
        await timed('/rest/v1/rpc/search_orders', shop, {
          method: 'POST',
          headers: headersOf(accounts.staff, STAFF),
          body: '{"p_search": "a"}',
        }),
      );
    return times.toSorted((a, b) => a - b);
  };
  await waits(5);
  const before = await waits(20);
  const state = { over: false };
  const attack = accounts.customers.slice(0, 2).flatMap((token) => {
    const headers = headersOf(token, ATTACKER);
    const text = JSON.stringify({ address: `${'a'.repeat(299)}b` });
    const search = async (condition: string) => {
      await fetch(`${shop.url}/rest/v1/profiles?full_name=neq.`, { method: 'PATCH', headers, body: text });
      while (!state.over) {
        const path = `${shop.url}/rest/v1/profiles?select=id&address=${condition}`;
        await fetch(path, { headers }).then(
          (response) => response.text(),
          () => undefined,
        );
      }
    };
    return Array.from({ length: 10 }, () => SEARCHES.map(search)).flat();
  });
  await wait(SECOND);
  const during = await waits(20);
  state.over = true;
  await Promise.allSettled(attack);
  const [median = 0, longest = 0] = [during[10], during.at(-1)];
  const ratio = (longest / (before.at(-1) ?? 1)).toFixed(1);
  return `two customers search by expression: staff wait ${ms(median)}, at most ${ms(longest)}; before ${ms(before[10] ?? 0)}, at most ${ms(before.at(-1) ?? 0)} (x${ratio})`;
}

async function unread(shop: Shop): Promise<string> {
  const before = await shop.rss();
  const ask = `GET /big.txt HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\nx-filler: ${'x'.repeat(12_000)}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let n = 0; n < 3000; n += 1) {
    const socket = connect(shop.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(ask.repeat(10));
    socket.pause();
    sockets.push(socket);
    if (n % 100 === 99) await wait(200);
  }
  await wait(5 * SECOND);
  const after = await shop.rss();
  for (const socket of sockets) socket.destroy();
  return `3000 connections that do not read: memory +${megabytes(after - before)}`;
}

/** A site with one large file. */
function bigSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taller-attacks-'));
  writeFileSync(join(folder, 'big.txt'), randomBytes(3_000_000).toString('hex'));
  return folder;
}

const ATTACKS = { channels, patterns, casts, sockets, bodies, customers, searches, unread };
for (const [name, attack] of Object.entries(ATTACKS)) {
  if (process.argv[2] === undefined || process.argv[2] === name)
    console.log(`${name}: ${await withShop(attack, attack === unread ? [bigSite()] : [])}`);
}
process.exit(0);
