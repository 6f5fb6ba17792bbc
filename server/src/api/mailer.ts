import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { authMail, type AuthMailKind } from '../mail/auth-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { authRequest } from './request-context.ts';
import type { App } from '../lite/lite.ts';

/** The mailer interface of @supabase/lite. */
export type Mailer = NonNullable<App['_mailer']>;

/**
 * The mailer for @supabase/lite. Its default ignores the request's `redirect_to` and writes in English; ours uses the
 * page and origin of the current request.
 */
export function createMailer(sink: MailSink, siteUrl: string, facts: () => ShopFacts): Mailer {
  const send = async (kind: AuthMailKind, to: string, tokenHash: string): Promise<void> => {
    const context = authRequest();
    const link = new URL('/auth/v1/verify', context?.origin ?? siteUrl);
    link.searchParams.set('token', tokenHash);
    link.searchParams.set('type', kind);
    link.searchParams.set('redirect_to', context?.redirectTo ?? siteUrl);
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
