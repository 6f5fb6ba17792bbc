import {
  SIGNED_IN_SOCKETS,
  SOCKETS_PER_PERSON,
  ANONYMOUS_SOCKET_MS,
  ANONYMOUS_SOCKETS,
  ANONYMOUS_SOCKETS_PER_PEER,
} from '../config/limits.ts';

/** The socket interface used here. */
export interface RoomSocket {
  readonly peer: string;
  /** `performance.now()` when it was opened. */
  readonly openedAt: number;
  cut(): void;
}

/**
 * Tracks and limits sockets: anonymous ones by peer, authenticated ones by account. A new socket always fits: the
 * oldest socket of the owner with the most is closed for it, so anonymous sockets only displace each other and never an
 * authenticated user's.
 */
export class SocketRoom<Socket extends RoomSocket> {
  readonly #anonymous = new SocketsByOwner<Socket>(ANONYMOUS_SOCKETS, ANONYMOUS_SOCKETS_PER_PEER);
  readonly #people = new SocketsByOwner<Socket>(SIGNED_IN_SOCKETS, SOCKETS_PER_PERSON);
  readonly #personOf = new Map<Socket, string>();

  *[Symbol.iterator](): Generator<Socket> {
    yield* this.#anonymous.members();
    yield* this.#people.members();
  }

  /** Adds an unauthenticated socket. */
  enter(socket: Socket): void {
    this.#anonymous.add(socket.peer, socket);
  }

  /** Marks a socket as authenticated. */
  identify(socket: Socket, person: string): void {
    const before = this.#personOf.get(socket);
    if (before === person) return;
    if (before === undefined) this.#anonymous.remove(socket.peer, socket);
    else this.#people.remove(before, socket);
    this.#personOf.set(socket, person);
    this.#people.add(person, socket);
  }

  leave(socket: Socket): void {
    this.#anonymous.remove(socket.peer, socket);
    const person = this.#personOf.get(socket);
    if (person !== undefined) this.#people.remove(person, socket);
    this.#personOf.delete(socket);
  }

  /** Closes sockets that did not authenticate in time. */
  cutIdleAnonymous(now = performance.now()): void {
    for (const socket of this.#anonymous.members()) {
      if (now - socket.openedAt >= ANONYMOUS_SOCKET_MS) socket.cut();
    }
  }
}

/** Sockets by owner, oldest first. */
class SocketsByOwner<Socket extends RoomSocket> {
  readonly #limit: number;
  readonly #limitEach: number;
  readonly #byOwner = new Map<string, Set<Socket>>();
  #size = 0;

  constructor(limit: number, limitEach: number) {
    this.#limit = limit;
    this.#limitEach = limitEach;
  }

  *members(): Generator<Socket> {
    for (const sockets of this.#byOwner.values()) yield* sockets;
  }

  add(owner: string, socket: Socket): void {
    const sockets = this.#byOwner.get(owner) ?? new Set();
    this.#byOwner.set(owner, sockets.add(socket));
    this.#size += 1;
    if (sockets.size > this.#limitEach) cutOldest(sockets);
    else if (this.#size > this.#limit) cutOldest(this.#largest());
  }

  remove(owner: string, socket: Socket): void {
    const sockets = this.#byOwner.get(owner);
    if (!sockets?.delete(socket)) return;
    this.#size -= 1;
    if (sockets.size === 0) this.#byOwner.delete(owner);
  }

  #largest(): Set<Socket> {
    let largest = new Set<Socket>();
    for (const sockets of this.#byOwner.values()) if (sockets.size > largest.size) largest = sockets;
    return largest;
  }
}

/** Closing a socket removes it synchronously. */
function cutOldest(sockets: Set<RoomSocket>): void {
  const [oldest] = sockets;
  oldest?.cut();
}
