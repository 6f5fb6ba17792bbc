import type { WebSocket } from 'ws';
import type { Claims } from '../tokens/jwt.ts';
import { CHANNELS_PER_SOCKET, MESSAGES_PER_SOCKET, TOPIC_LENGTH, UNREAD_BYTES } from '../config/limits.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { subscribe, type Channel, type Subscription } from './channel.ts';
import { decodeMessage, encodeMessage, joinSchema, type ChangeBinding, type Message } from './protocol.ts';
import type { RoomSocket } from './socket-room.ts';
import type { Subscribers } from './subscribers.ts';

/** The bridge as used by a socket. */
export interface SocketOptions {
  subscribers: Subscribers;
  /** The client's peer for rate limits. */
  peer: string;
  /** Protocol version of the client's serialisation. */
  vsn: string;
  /**
   * Claims of a token with a valid session; anonymous claims for none or a public key; undefined for an invalid one.
   */
  authenticate(token: string | null | undefined): Promise<Claims | undefined>;
  mayFollow(role: Claims['role'], bindings: readonly ChangeBinding[]): boolean;
  /** Reports that the socket is authenticated. */
  onIdentified(person: string): void;
  /** Reports that it is closed, or about to be. */
  onGone(): void;
  log: (line: string) => void;
}

const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;
const REFUSED_TOKEN = { reason: 'InvalidJWTToken: Invalid or expired token' };
const REFUSED_TABLE = {
  reason: 'Unable to subscribe to changes with given parameters: the role may not read the table',
};

/** One client connection: its channels and the server side of the Phoenix protocol, as far as supabase-js uses it. */
export class RealtimeSocket implements RoomSocket {
  readonly openedAt = performance.now();
  readonly peer: string;
  readonly #channels = new Map<string, Channel>();
  /** The latest join of a topic whose token is being verified. */
  readonly #joining = new Map<string, Message>();
  readonly #messages = new RateLimit(MESSAGES_PER_SOCKET.burst, MESSAGES_PER_SOCKET.refillMs);
  readonly #socket: WebSocket;
  readonly #options: SocketOptions;
  #alive = true;

  constructor(socket: WebSocket, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.peer = options.peer;
    socket.on('message', (data) => this.#onMessage((data as Buffer).toString()));
    socket.on('pong', () => (this.#alive = true));
    socket.on('close', () => this.#forget());
    socket.on('error', () => this.cut());
  }

  /** Sends a ping; a client that did not answer the previous one is disconnected. */
  probe(): void {
    if (!this.#alive) return this.cut();
    this.#alive = false;
    this.#socket.ping();
  }

  close(): void {
    this.#socket.close(CLOSE_GOING_AWAY);
  }

  /** Closes the connection without a closing handshake. */
  cut(): void {
    this.#forget();
    this.#socket.terminate();
  }

  #forget(): void {
    for (const channel of this.#channels.values()) this.#options.subscribers.remove(channel);
    this.#channels.clear();
    this.#joining.clear();
    this.#options.onGone();
  }

  #onMessage(text: string): void {
    if (this.#messages.take('') > 0) {
      this.#forget();
      return this.#socket.close(CLOSE_POLICY, 'Too many messages');
    }
    // An exception here would end the process.
    this.#receive(text).catch((error: unknown) => {
      this.#options.log(`Realtime: ${error instanceof Error ? error.message : String(error)}`);
      this.cut();
    });
  }

  #send(message: Message): void {
    if (this.#socket.bufferedAmount > UNREAD_BYTES) this.cut();
    else if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(encodeMessage(message, this.#options.vsn));
  }

  #reply(message: Message, status: 'ok' | 'error', response: unknown): void {
    this.#send({ ...message, event: 'phx_reply', payload: { status, response } });
  }

  async #receive(text: string): Promise<void> {
    const message = decodeMessage(text);
    if (!message || message.topic.length > TOPIC_LENGTH) return;
    switch (message.event) {
      case 'heartbeat':
        return this.#reply(message, 'ok', {});
      case 'phx_join':
        return this.#join(message);
      case 'phx_leave':
        this.#leave(message.topic);
        this.#reply(message, 'ok', {});
        return this.#send({ ...message, event: 'phx_close', payload: {} });
      case 'access_token':
        return this.#refresh(message);
      case 'broadcast':
        // This product does not use broadcasts; a client may send one to check whether its channel is still open.
        if (!this.#channels.has(message.topic)) break;
        return this.#reply(message, 'ok', {});
      default:
    }
    const known = this.#channels.has(message.topic);
    if (message.ref !== null)
      this.#reply(message, 'error', { reason: known ? 'unsupported event' : 'unmatched topic' });
  }

  #leave(topic: string): void {
    const channel = this.#channels.get(topic);
    if (channel) this.#options.subscribers.remove(channel);
    this.#channels.delete(topic);
    this.#joining.delete(topic);
  }

  async #join(message: Message): Promise<void> {
    const request = joinSchema.safeParse(message.payload);
    if (!request.success) return this.#reply(message, 'error', { reason: 'Invalid join' });
    this.#leave(message.topic);
    if (this.#channels.size + this.#joining.size >= CHANNELS_PER_SOCKET)
      return this.#reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' });
    this.#joining.set(message.topic, message);
    const claims = await this.#options.authenticate(request.data.access_token);
    // Left, rejoined or disconnected meanwhile: this join is obsolete.
    if (this.#joining.get(message.topic) !== message) return;
    this.#joining.delete(message.topic);
    if (!claims) return this.#reply(message, 'error', REFUSED_TOKEN);
    const bindings = request.data.config.postgres_changes;
    if (!this.#options.mayFollow(claims.role, bindings)) return this.#reply(message, 'error', REFUSED_TABLE);
    const subscriptions = subscribe(bindings);
    if (!subscriptions) return this.#reply(message, 'error', { reason: 'Invalid join' });
    this.#open(message, claims, subscriptions);
  }

  #open(message: Message, claims: Claims, subscriptions: Subscription[]): void {
    const { topic, joinRef } = message;
    const send = (event: string, payload: unknown) =>
      this.#send({ joinRef, ref: null, topic, event, payload });
    const channel: Channel = {
      topic,
      joinRef,
      claims,
      subscriptions,
      send,
      expire: () => {
        if (this.#channels.get(topic) !== channel) return;
        this.#leave(topic);
        send('phx_error', { reason: 'Token has expired' });
      },
    };
    this.#channels.set(topic, channel);
    this.#options.subscribers.add(channel);
    if (claims.sub !== undefined) this.#options.onIdentified(claims.sub);
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

  /** A new token for a joined channel: it may be another user's, or anonymous after signing out. */
  async #refresh(message: Message): Promise<void> {
    const { topic, payload } = message;
    const channel = this.#channels.get(topic);
    if (!channel) return this.#reply(message, 'error', { reason: 'unmatched topic' });
    const token =
      typeof payload === 'object' && payload !== null && 'access_token' in payload
        ? payload.access_token
        : null;
    const claims = await this.#options.authenticate(typeof token === 'string' ? token : null);
    const bindings = channel.subscriptions.map(({ binding }) => binding);
    // A client that may no longer subscribe is notified: a silent open channel would look like an idle shop.
    if (claims && this.#options.mayFollow(claims.role, bindings)) channel.claims = claims;
    else channel.expire();
  }
}
