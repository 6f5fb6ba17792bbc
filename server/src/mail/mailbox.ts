import type { Mail, MailSink } from './mail.ts';

/** A mail in the simulator. */
export interface StoredMail extends Mail {
  id: number;
  /** ISO 8601, UTC. */
  sentAt: string;
}

const KEPT = 500;

/** The simulator's mailbox: the newest mails, in memory, newest first. Nothing leaves the machine. */
export class Mailbox implements MailSink {
  #mails: StoredMail[] = [];
  #nextId = 1;

  async send(mail: Mail): Promise<void> {
    this.#mails = [{ ...mail, id: this.#nextId++, sentAt: new Date().toISOString() }, ...this.#mails].slice(
      0,
      KEPT,
    );
  }

  list(): readonly StoredMail[] {
    return this.#mails;
  }
}
