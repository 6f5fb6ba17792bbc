/** Mails that stay with the server, because they are shown or kept instead of sent. */
export interface KeptMails {
  /**
   * Deletes the mails that are older than `since`, and those to addresses that no account has any more.
   * @returns how many.
   */
  forget(since: Date, addresses: readonly string[]): Promise<number>;
}
