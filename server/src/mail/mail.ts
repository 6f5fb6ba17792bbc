/** A mail as the shop sends it. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The link that the mail is about. */
  link: string;
}

/** Where mails go: the simulator, an SMTP server, or a folder. */
export interface MailSink {
  send(mail: Mail): Promise<void>;
}
