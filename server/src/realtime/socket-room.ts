import {
  SIGNED_IN_SOCKETS,
  SOCKETS_PER_PERSON,
  STRANGER_SOCKET_MS,
  STRANGER_SOCKETS,
  STRANGER_SOCKETS_PER_PEER,
} from '../config/limits.ts';

/** What the room needs of a socket. */
export interface Guest {
  readonly peer: string;
  /** `performance.now()` of its opening. */
  readonly openedAt: number;
  cut(): void;
}

/**
 * Who is connected, and how many at most: strangers by peer, people by account. There is always room for one more: the
 * oldest socket of whoever has most is cut for it, so strangers only push each other out and never a person who has
 * signed in.
 */
export class SocketRoom<Socket extends Guest> {
  readonly #strangers = new Crowd<Socket>(STRANGER_SOCKETS, STRANGER_SOCKETS_PER_PEER);
  readonly #people = new Crowd<Socket>(SIGNED_IN_SOCKETS, SOCKETS_PER_PERSON);
  readonly #personOf = new Map<Socket, string>();

  *[Symbol.iterator](): Generator<Socket> {
    yield* this.#strangers.members();
    yield* this.#people.members();
  }

  /** A new socket, of nobody known. */
  enter(socket: Socket): void {
    this.#strangers.add(socket.peer, socket);
  }

  /** The socket has shown whose it is. */
  identify(socket: Socket, person: string): void {
    const before = this.#personOf.get(socket);
    if (before === person) return;
    if (before === undefined) this.#strangers.remove(socket.peer, socket);
    else this.#people.remove(before, socket);
    this.#personOf.set(socket, person);
    this.#people.add(person, socket);
  }

  leave(socket: Socket): void {
    this.#strangers.remove(socket.peer, socket);
    const person = this.#personOf.get(socket);
    if (person !== undefined) this.#people.remove(person, socket);
    this.#personOf.delete(socket);
  }

  /** Cuts off those who had time enough to say who they are. */
  cutIdleStrangers(now = performance.now()): void {
    for (const socket of this.#strangers.members()) {
      if (now - socket.openedAt >= STRANGER_SOCKET_MS) socket.cut();
    }
  }
}

/** Sockets by whose they are, oldest first. */
class Crowd<Socket extends Guest> {
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

/** Cutting makes a socket leave, at once. */
function cutOldest(sockets: Set<Guest>): void {
  const [oldest] = sockets;
  oldest?.cut();
}
