import type { MailStore } from './mail-store.ts';
import type { Mail, MailSink } from './mail.ts';

/** A mail in the simulator. */
export interface StoredMail extends Mail {
  id: number;
  /** ISO 8601, UTC. */
  sentAt: string;
}

const KEPT = 500;

/** The simulator's mailbox: the newest mails, in memory, newest first. Nothing is sent. */
export class Mailbox implements MailSink, MailStore {
  readonly delivers = true;
  #mails: StoredMail[] = [];
  #nextId = 1;

  async send(mail: Mail): Promise<void> {
    this.#mails = [{ ...mail, id: this.#nextId++, sentAt: new Date().toISOString() }, ...this.#mails].slice(
      0,
      KEPT,
    );
  }

  async forget(since: Date, addresses: readonly string[]): Promise<number> {
    const before = this.#mails.length;
    const known = new Set(addresses.map((address) => address.toLowerCase()));
    this.#mails = this.#mails.filter(
      ({ sentAt, to }) => new Date(sentAt) >= since && known.has(to.toLowerCase()),
    );
    return before - this.#mails.length;
  }

  list(): readonly StoredMail[] {
    return this.#mails;
  }
}
