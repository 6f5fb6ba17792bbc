import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../errors/start-error.ts';
import type { Mail, MailSink } from './mail.ts';

/** How long stopping waits for mails being sent. */
const LAST_MAILS_MS = 5_000;

/**
 * Sends mails in the background: the duration of SMTP would reveal whether a mail was sent, and so whether an address
 * has an account. Failures are logged without the address; the user can request another mail.
 */
export class BackgroundMails implements MailSink {
  readonly delivers: boolean;
  readonly #sink: MailSink;
  readonly #log: (line: string) => void;
  readonly #sending = new Set<Promise<void>>();

  constructor(sink: MailSink, log: (line: string) => void) {
    this.delivers = sink.delivers;
    this.#sink = sink;
    this.#log = log;
  }

  async send(mail: Mail): Promise<void> {
    const sending = this.#sink
      .send(mail)
      .catch((error: unknown) => {
        this.#log(
          `No se pudo enviar un correo («${mail.subject}»): ${messageOf(error)}. Revisa SMTP_URL y MAIL_FROM.`,
        );
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Waits for mails being sent, up to a limit. */
  async idle(): Promise<void> {
    await Promise.race([Promise.all(this.#sending), delay(LAST_MAILS_MS, undefined, { ref: false })]);
  }
}
