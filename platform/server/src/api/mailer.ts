import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { authMail, type AuthMailKind } from '../mail/auth-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { authRequest } from './request-context.ts';
import type { App } from '../lite/lite.ts';

/** The mailer interface of @supabase/lite. */
export type Mailer = NonNullable<App['_mailer']>;

/** The page where every mailed link is redeemed, by a press: programs that check mails read pages and press nothing. */
const LINK_PAGE = '/update-password';

/**
 * The mailer for @supabase/lite. Its default writes in English, and its links are used up by whoever reads them; ours
 * lead to a page of the site, as the templates of hosted projects do (supabase/templates).
 */
export function createMailer(sink: MailSink, siteUrl: string, facts: () => ShopFacts): Mailer {
  const send = async (kind: AuthMailKind, to: string, tokenHash: string): Promise<void> => {
    const link = new URL(LINK_PAGE, authRequest()?.origin ?? siteUrl);
    link.searchParams.set('token_hash', tokenHash);
    link.searchParams.set('type', kind);
    await sink.send(authMail(kind, to, link.toString(), facts()));
  };
  return {
    sendConfirmation: (email, token) => send('signup', email, token),
    sendRecovery: (email, token) => send('recovery', email, token),
    sendMagicLink: (email, token) => send('magiclink', email, token),
    sendEmailChange: (email, token) => send('email_change', email, token),
    // Reauthentication uses a code entered into the site, which this site does not support.
    sendReauthentication: async () => {},
  };
}
