import { authMail, type AuthMailKind } from '../mail/auth-mails.ts';
import type { MailSink } from '../mail/mail.ts';
import { authRequest } from './request-context.ts';
import type { App } from '../lite/lite.ts';

/** What @supabase/lite asks of a mailer. */
export type Mailer = NonNullable<App['_mailer']>;

/**
 * The mailer that @supabase/lite calls. Its own one ignores the `redirect_to` of the request and writes in English; ours
 * takes the page and the origin of the request being served.
 */
export function createMailer(sink: MailSink, siteUrl: string): Mailer {
  const send = async (kind: AuthMailKind, to: string, tokenHash: string): Promise<void> => {
    const context = authRequest();
    const link = new URL('/auth/v1/verify', context?.origin ?? siteUrl);
    link.searchParams.set('token', tokenHash);
    link.searchParams.set('type', kind);
    link.searchParams.set('redirect_to', context?.redirectTo ?? siteUrl);
    await sink.send(authMail(kind, to, link.toString()));
  };
  return {
    sendConfirmation: (email, token) => send('signup', email, token),
    sendRecovery: (email, token) => send('recovery', email, token),
    sendMagicLink: (email, token) => send('magiclink', email, token),
    sendEmailChange: (email, token) => send('email_change', email, token),
    // Reauthentication is by a code typed into the site, which this site does not offer.
    sendReauthentication: async () => {},
  };
}
