import { randomUUID } from 'node:crypto';
import type { ThrowAwayShop } from './throw-away-shop.ts';

/** How long a change may take to arrive. */
const WAIT_MS = 15_000;

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown];

/** Follows the notifications as an account. @returns their texts so far, and how to wait for one. */
async function follow({ target }: ThrowAwayShop, accessToken: string, owner: AsyncDisposableStack) {
  const address = `${target.url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${target.publishableKey}`;
  const socket = new WebSocket(address);
  owner.defer(async () => socket.close());
  const topic = `realtime:conformidad-${randomUUID()}`;
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  let isFollowing = false;
  let failure: string | undefined;
  socket.addEventListener('message', ({ data }) => {
    const [, , , event, payload] = JSON.parse(String(data)) as Frame;
    const said = payload as { status?: string; data?: { record?: { message?: string } } };
    if (event === 'system' && said.status === 'ok') isFollowing = true;
    if (['phx_reply', 'system'].includes(event) && said.status === 'error') failure = JSON.stringify(payload);
    if (event === 'postgres_changes') texts.push(said.data?.record?.message ?? '');
    for (const look of waiting) look();
  });
  socket.addEventListener('error', () => {
    failure = 'no connection';
    for (const look of waiting) look();
  });
  socket.addEventListener('open', () => {
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'notifications' }] };
    const frame: Frame = ['1', '1', topic, 'phx_join', { config, access_token: accessToken }];
    socket.send(JSON.stringify(frame));
  });
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing within ${WAIT_MS / 1000} s`)), WAIT_MS);
      const look = () => {
        if (!isDone() && failure === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        if (failure === undefined) resolve();
        else reject(new Error(failure));
      };
      waiting.add(look);
      look();
    });
  await until(() => isFollowing);
  return { texts, received: (text: string) => until(() => texts.includes(text)) };
}

/** Staff get the changes of a followed table, in order, and customers none. @returns what differs; null if nothing. */
export async function liveChangesDiffer(shop: ThrowAwayShop): Promise<string | null> {
  await using owner = new AsyncDisposableStack();
  try {
    const staff = await follow(shop, shop.staff.accessToken, owner);
    const customer = await follow(shop, shop.customer.accessToken, owner);
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      owner.defer(
        async () => void (await shop.ask({ as: 'secret', ask: `DELETE /rest/v1/notifications?id=eq.${id}` })),
      );
      const body = { id, type: 'message_failed', message: `Conformidad ${id}` };
      await shop.ask({ as: 'secret', ask: 'POST /rest/v1/notifications', body });
    }
    await staff.received(`Conformidad ${ids[1]}`);
    const inOrder = staff.texts.filter((text) => text.startsWith('Conformidad')).join();
    if (inOrder !== ids.map((id) => `Conformidad ${id}`).join()) return `staff received ${inOrder}`;
    return customer.texts.length === 0 ? null : `a customer received ${customer.texts.length} notifications`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
