/** Mails stored by the server because they are displayed or saved instead of sent. */
export interface MailStore {
  /**
   * Deletes mails older than `since`, and those to addresses without an account.
   * @returns how many.
   */
  forget(since: Date, addresses: readonly string[]): Promise<number>;
}
