import postgres from 'postgres';
import type { Mail, MailSink } from './mail.ts';

/** Kinds of failure, by the codes of the SMTP client; the page 'Estado' has a sentence for each. */
const KINDS: Readonly<Record<string, string>> = {
  EAUTH: 'login',
  ENOAUTH: 'login',
  ECONNECTION: 'no-answer',
  ECONNREFUSED: 'no-answer',
  EDNS: 'no-answer',
  ENOTFOUND: 'no-answer',
  ESOCKET: 'no-answer',
  ETIMEDOUT: 'no-answer',
  ETLS: 'no-answer',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
};

/** The kind of a failure: its message may contain an address. */
function kindOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const kind = 'code' in at && typeof at.code === 'string' ? KINDS[at.code] : undefined;
    if (kind !== undefined) return kind;
  }
  return 'other';
}

/** Notes in the database when a mail was last taken by the mail server, and when and how one last failed. */
export class RecordedMails implements MailSink, AsyncDisposable {
  readonly delivers = true;
  readonly #sink: MailSink;
  readonly #sql: postgres.Sql;

  constructor(sink: MailSink, adminUrl: string) {
    this.#sink = sink;
    this.#sql = postgres(adminUrl, { max: 1, idle_timeout: 10, onnotice: () => {} });
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.#sink.send(mail);
    } catch (error) {
      await this.#note(kindOf(error));
      throw error;
    }
    await this.#note(null);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#sql.end({ timeout: 5 });
  }

  /** A mail that was sent counts as sent, also while the database is away. */
  async #note(failure: string | null): Promise<void> {
    await this.#sql`select private.note_mail(${failure})`.catch(() => undefined);
  }
}
