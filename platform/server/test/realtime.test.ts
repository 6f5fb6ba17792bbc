import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, PASSWORD, registeredClient } from './support/people.ts';

interface Event {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
}

let server: TestServer;
let staff: Awaited<ReturnType<typeof registeredClient>>;
let customer: Awaited<ReturnType<typeof registeredClient>>;
beforeAll(async () => {
  server = await startTestServer();
  staff = await registeredClient(server);
  customer = await registeredClient(server);
});
afterAll(async () => {
  await Promise.all([staff.client.removeAllChannels(), customer.client.removeAllChannels()]);
  await server.close();
});
const setRole = (role: string) =>
  server.sql`update public.profiles set role = ${role} where id = ${staff.id}`;
beforeEach(() => setRole('receptionist'));

/** Subscribes to notifications and collects them. */
async function follow(
  client: SupabaseClient,
  options: { event?: string; filter?: string } = {},
): Promise<{ events: Event[]; channel: RealtimeChannel }> {
  const events: Event[] = [];
  await client.realtime.setAuth();
  const changes = {
    event: (options.event ?? '*') as '*',
    schema: 'public',
    table: 'notifications',
    filter: options.filter,
  };
  const channel = client.channel(`prueba-${crypto.randomUUID()}`).on('postgres_changes', changes, (event) => {
    events.push(event);
  });
  await new Promise<void>((resolve, reject) => {
    // The response to the join arrives before the confirmation of the subscription.
    channel.on('system', {}, () => resolve());
    channel.subscribe((status, error) => {
      if (['CHANNEL_ERROR', 'TIMED_OUT'].includes(status)) reject(error ?? new Error(status));
    });
  });
  return { events, channel };
}

const notify = async (message: string): Promise<string> => {
  const [row] =
    await server.sql`insert into public.notifications (type, message) values ('quote_approved', ${message}) returning id`;
  return String(row?.id);
};

/**
 * Waits until the client has received a marker that was written last: anything not received by then will not arrive.
 */
const expectToCatchUp = async (events: Event[]): Promise<void> => {
  const mark = crypto.randomUUID();
  await notify(mark);
  await vi.waitFor(() => expect(events.some((event) => event.new.message === mark)).toBe(true), 60_000);
};

describe('NOTIF-02 realtime changes as supabase-js receives them', () => {
  test('NOTIF-02 staff gets INSERT, UPDATE and DELETE with the row, in order of commit', async () => {
    const { events } = await follow(staff.client);
    const id = await notify('presupuesto aprobado');
    await server.sql`update public.notifications set is_read = true where id = ${id}`;
    await expectToCatchUp(events);
    await server.sql`delete from public.notifications where id = ${id}`;
    await vi.waitFor(() => expect(events.some((event) => event.eventType === 'DELETE')).toBe(true), 60_000);
    const mine = events.filter((event) => event.new.id === id || event.old.id === id);
    expect(mine.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    expect(mine[0]?.new).toMatchObject({ message: 'presupuesto aprobado', type: 'quote_approved' });
    expect(mine[0]?.new.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/);
    expect(mine[2]?.old).toEqual({ id });
  });

  test('fifty rows of one transaction arrive all, in order', async () => {
    const { events } = await follow(staff.client, { event: 'INSERT' });
    await server.sql`insert into public.notifications (type, message) select 'quote_approved', 'lote ' || n from generate_series(1, 50) n`;
    await expectToCatchUp(events);
    const messages = events
      .map((event) => String(event.new.message))
      .filter((message) => message.startsWith('lote '));
    expect(messages).toEqual(Array.from({ length: 50 }, (_, index) => `lote ${index + 1}`));
  });

  test('a filter and an event kind are respected', async () => {
    const wanted = await notify('con filtro');
    const { events } = await follow(staff.client, { event: 'UPDATE', filter: `id=eq.${wanted}` });
    const watcher = await follow(staff.client);
    const unwanted = await notify('sin filtro');
    await server.sql`update public.notifications set is_read = true where id in (${wanted}, ${unwanted})`;
    await expectToCatchUp(watcher.events);
    expect(events.map((event) => [event.eventType, event.new.id])).toEqual([['UPDATE', wanted]]);
  });

  test('a change that is rolled back is never seen', async () => {
    const { events } = await follow(staff.client);
    await server.sql
      .begin(async (sql) => {
        await sql`insert into public.notifications (type, message) values ('quote_approved', 'deshecha')`;
        throw new Error('undo');
      })
      .catch(() => undefined);
    await expectToCatchUp(events);
    expect(events.some((event) => event.new.message === 'deshecha')).toBe(false);
  });
});

describe('DATA-02 row level security holds for every subscriber', () => {
  test('DATA-02 customers receive no changes of rows that they may not read', async () => {
    const [desk, portal] = await Promise.all([follow(staff.client), follow(customer.client)]);
    await notify('secreta');
    await expectToCatchUp(desk.events);
    expect(portal.events).toEqual([]);
  });

  test('SEC-17 the key of a deleted row goes to staff, not to customers', async () => {
    const [desk, portal] = await Promise.all([follow(staff.client), follow(customer.client)]);
    const id = await notify('por borrar');
    await server.sql`delete from public.notifications where id = ${id}`;
    await expectToCatchUp(desk.events);
    expect(desk.events.map(({ old }) => old.id)).toContain(id);
    expect(portal.events).toEqual([]);
  });

  test('SEC-13 anonymous callers cannot join a table that their role may not read', async () => {
    const visitor = anonClient(server);
    for (const table of ['notifications', 'service_orders', 'whatsapp_messages', '*', 'nonexistent']) {
      const status = await new Promise<string>((resolve) => {
        visitor
          .channel(`extraño-${table}`)
          .on('postgres_changes', { event: '*', schema: 'public', table }, () => undefined)
          .subscribe((state) => resolve(state));
      });
      expect([table, status]).toEqual([table, 'CHANNEL_ERROR']);
    }
    await visitor.removeAllChannels();
  });

  test('SEC-16 a channel ends with the session of its token, without a change', async () => {
    const person = await registeredClient(server);
    await server.sql`update public.profiles set role = 'technician' where id = ${person.id}`;
    const { channel } = await follow(person.client);
    const ended = new Promise<unknown>((resolve) => {
      channel.on('system', {}, resolve);
      person.client.realtime.stateChangeCallbacks.message.push([
        'x',
        (message: unknown) => {
          if ((message as { event: string }).event === 'phx_error') resolve('phx_error');
        },
      ]);
    });
    await server.sql`delete from auth.sessions where user_id = ${person.id}`;
    expect(await ended).toBe('phx_error');
    await person.client.removeAllChannels();
  });

  test('DATA-02 a subscriber who loses the role stops receiving changes at once', async () => {
    const colleague = await registeredClient(server);
    await server.sql`update public.profiles set role = 'technician' where id = ${colleague.id}`;
    const watcher = await follow(colleague.client);
    const { events } = await follow(staff.client);
    await expectToCatchUp(events);
    await setRole('customer');
    await notify('ya no');
    await expectToCatchUp(watcher.events);
    expect(events.some((event) => event.new.message === 'ya no')).toBe(false);
    await colleague.client.removeAllChannels();
  });

  test('a forged token cannot join', async () => {
    const client = anonClient(server);
    await client.realtime.setAuth('eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA');
    const status = await new Promise<string>((resolve) => {
      client
        .channel('falsa')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'notifications' }, () => undefined)
        .subscribe((state) => resolve(state));
    });
    expect(status).toBe('CHANNEL_ERROR');
    await client.removeAllChannels();
  });

  test('a socket without a key, or from a page under another name, is refused', async () => {
    const opens = (query: string) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket${query}`);
        socket.addEventListener('open', () => {
          resolve(true);
          socket.close();
        });
        socket.addEventListener('error', () => resolve(false));
      });
    expect(await opens('?vsn=1.0.0')).toBe(false);
    expect(await opens('?vsn=1.0.0&apikey=sb_publishable_falsa')).toBe(false);
    expect(await opens(`?vsn=1.0.0&apikey=${server.keys.publishable}`)).toBe(true);
  });
});

/** A proxy whose connections can be cut. */
async function unreliableNetwork(): Promise<{ url: string; cut(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const close = () => {
    cut();
    return new Promise<void>((resolve) => proxy.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, cut, close };
}

test('a client that lost its connection joins again by itself and goes on receiving', async () => {
  const network = await unreliableNetwork();
  const client = anonClient({ ...server, url: network.url });
  await client.auth.signInWithPassword({ email: staff.email, password: PASSWORD });
  const { events, channel } = await follow(client);
  const rejoined = new Promise<void>((resolve) => {
    channel.on('system', {}, () => resolve());
  });
  network.cut();
  await rejoined;
  await expectToCatchUp(events);
  await client.removeAllChannels();
  await network.close();
});
