import type { WebSocket } from 'ws';
import type { Claims } from '../api/jwt.ts';
import { subscribe, type Channel } from './channel.ts';
import { decodeMessage, encodeMessage, joinSchema, type Message } from './protocol.ts';

const MAX_CHANNELS = 100;
/** Bytes that may wait for a client that does not read; then it is cut off and connects again. */
const MAX_BUFFERED = 2_000_000;

/** One client: its channels and its side of the Phoenix protocol, as far as supabase-js uses it. */
export class RealtimeSocket {
  readonly channels = new Map<string, Channel>();
  readonly #socket: WebSocket;
  readonly #vsn: string;
  readonly #authenticate: (token: string | null | undefined) => Claims | undefined;
  #alive = true;

  /** @param authenticate claims of a token; of nobody for none or a public key; undefined for a bad one. */
  constructor(
    socket: WebSocket,
    vsn: string,
    authenticate: (token: string | null | undefined) => Claims | undefined,
  ) {
    this.#socket = socket;
    this.#vsn = vsn;
    this.#authenticate = authenticate;
    socket.on('message', (data) => this.#receive((data as Buffer).toString()));
    socket.on('pong', () => (this.#alive = true));
    socket.on('close', () => this.channels.clear());
    socket.on('error', () => socket.terminate());
  }

  /** Asks whether the client is still there; one that did not answer the last time is cut off. */
  probe(): void {
    if (!this.#alive) return this.#socket.terminate();
    this.#alive = false;
    this.#socket.ping();
  }

  close(): void {
    this.#socket.close(1001);
  }

  #send(message: Message): void {
    if (this.#socket.bufferedAmount > MAX_BUFFERED) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(encodeMessage(message, this.#vsn));
  }

  #reply(message: Message, status: 'ok' | 'error', response: unknown): void {
    this.#send({ ...message, event: 'phx_reply', payload: { status, response } });
  }

  #receive(text: string): void {
    const message = decodeMessage(text);
    if (!message) return;
    switch (message.event) {
      case 'heartbeat':
        return this.#reply(message, 'ok', {});
      case 'phx_join':
        return this.#join(message);
      case 'phx_leave':
        this.channels.delete(message.topic);
        this.#reply(message, 'ok', {});
        return this.#send({ ...message, event: 'phx_close', payload: {} });
      case 'access_token':
        return this.#refresh(message);
      default:
        // Broadcast and presence are not used by this product.
        if (message.ref !== null) this.#reply(message, 'error', { reason: 'unsupported event' });
    }
  }

  #join(message: Message): void {
    const { topic, joinRef } = message;
    const request = joinSchema.safeParse(message.payload);
    const claims = request.success ? this.#authenticate(request.data.access_token) : undefined;
    const subscriptions = request.success ? subscribe(request.data.config.postgres_changes) : undefined;
    if (!claims)
      return this.#reply(message, 'error', { reason: 'InvalidJWTToken: Invalid or expired token' });
    if (!subscriptions) return this.#reply(message, 'error', { reason: 'Invalid join' });
    if (this.channels.size >= MAX_CHANNELS)
      return this.#reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    const send = (event: string, payload: unknown) =>
      this.#send({ joinRef, ref: null, topic, event, payload });
    this.channels.set(topic, {
      topic,
      joinRef,
      claims,
      subscriptions,
      send,
      expire: () => {
        this.channels.delete(topic);
        send('phx_error', { reason: 'Token has expired' });
      },
    });
    this.#reply(message, 'ok', {
      postgres_changes: subscriptions.map(({ id, binding }) => ({ id, ...binding })),
    });
    if (subscriptions.length > 0) {
      send('system', {
        channel: topic.replace(/^realtime:/, ''),
        extension: 'postgres_changes',
        message: 'Subscribed to PostgreSQL',
        status: 'ok',
      });
    }
  }

  /** A new token for a joined channel: it may be another person's, or nobody's after signing out. */
  #refresh({ topic, payload }: Message): void {
    const channel = this.channels.get(topic);
    if (!channel) return;
    const token =
      typeof payload === 'object' && payload !== null && 'access_token' in payload
        ? payload.access_token
        : null;
    const claims = this.#authenticate(typeof token === 'string' ? token : null);
    if (claims) channel.claims = claims;
    else channel.expire();
  }
}
