import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { accountNotice, type AccountChange } from './account-notice.ts';
import { authMail, mailPage, type AuthMailKind } from './auth-mails.ts';

/** A mail of a hosted project: `[auth.email.template.NAME]` or `[auth.email.notification.NAME]` of config.toml. */
export interface SupabaseTemplate {
  section: 'template' | 'notification';
  name: string;
  subject: string;
  html: string;
}

/** Placeholder of the site's address in a rendered mail; the variable of GoTrue's templates replaces it. */
const SITE = 'https://sitio.invalid';
const TOKEN = 'token-hash';
const withVariables = (html: string): string =>
  html.replaceAll(SITE, '{{ .SiteURL }}').replaceAll(TOKEN, '{{ .TokenHash }}');

const LINKS: Readonly<Record<string, AuthMailKind>> = {
  confirmation: 'signup',
  recovery: 'recovery',
  invite: 'invite',
  magic_link: 'magiclink',
  email_change: 'email_change',
};
const NOTICES: readonly AccountChange[] = [
  'password_changed',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
];

/**
 * The mails of a hosted project, with the shop's name and branding. Their links lead to the page that redeems by a
 * press.
 */
export function supabaseTemplates(facts: ShopFacts): SupabaseTemplate[] {
  const links = Object.entries(LINKS).map(([name, kind]) => {
    const link = `${SITE}/update-password?token_hash=${TOKEN}&type=${kind}`;
    const { subject, html } = authMail(kind, '', link, facts);
    return { section: 'template' as const, name, subject, html: withVariables(html) };
  });
  const notices = NOTICES.map((name) => {
    const { subject, html } = accountNotice(name, '', SITE, facts);
    return { section: 'notification' as const, name, subject, html: withVariables(html) };
  });
  return [...links, reauthentication(facts), ...notices];
}

/** A code instead of a link: the page that asked for it waits for it. */
function reauthentication(facts: ShopFacts): SupabaseTemplate {
  const title = 'Tu código de verificación';
  const line = 'Escribe este código en la página que lo pidió: <strong>{{ .Token }}</strong>';
  const note = 'Si no lo pediste, ignora este mensaje y no le des el código a nadie.';
  const html = withVariables(mailPage(title, [line], note, SITE, facts));
  return { section: 'template', name: 'reauthentication', subject: title, html };
}
