/** An outgoing mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link in the mail. */
  link: string;
}

/** Mail delivery: the simulator, an SMTP server, or a folder. */
export interface MailSink {
  /** Whether mails reach people, or are shown by the simulator: not those that wait in a folder. */
  readonly delivers: boolean;
  send(mail: Mail): Promise<void>;
}
