import type postgres from 'postgres';
import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { accountNotice, type AccountChange } from '../mail/account-notice.ts';
import type { MailSink } from '../mail/mail.ts';
import { authRequest } from './request-context.ts';

/** Dependencies. */
export interface AccountNoticesOptions {
  sql: postgres.Sql;
  sink: MailSink;
  siteUrl: string;
  facts: () => ShopFacts;
}

/** Tells people by mail what was changed in how they sign in, as GoTrue's notification mails do. */
export class AccountNotices {
  readonly #options: AccountNoticesOptions;

  constructor(options: AccountNoticesOptions) {
    this.#options = options;
  }

  async send(change: AccountChange, userId: string): Promise<void> {
    const { sql, sink, siteUrl, facts } = this.#options;
    const [user] = await sql`select email from auth.users where id = ${userId}`;
    if (!user?.email) return;
    await sink.send(accountNotice(change, String(user.email), authRequest()?.origin ?? siteUrl, facts()));
  }
}
