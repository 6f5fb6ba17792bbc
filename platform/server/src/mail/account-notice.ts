import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './mail.ts';

/** A change of an account. Changes of sign-in methods have the names of GoTrue's notification mails. */
export type AccountChange =
  | 'password_changed'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled'
  | 'role'
  | 'name'
  | 'rut'
  | 'rut_proof'
  | 'email';

const CHANGES: Record<AccountChange, string> = {
  password_changed: 'La contraseña de tu cuenta fue cambiada.',
  mfa_factor_enrolled: 'Se activó un segundo factor en tu cuenta.',
  mfa_factor_unenrolled: 'Se quitó un segundo factor de tu cuenta.',
  role: 'Cambió el rol de tu cuenta.',
  name: 'Cambió el nombre de tu cuenta.',
  rut: 'Cambió el RUT de tu cuenta.',
  rut_proof: 'Cambió la confirmación del RUT de tu cuenta.',
  email: 'Cambió el correo de tu cuenta.',
};

/** A Spanish mail about a change of the account, with what to do if somebody else made it. */
export function accountNotice(change: AccountChange, to: string, site: string, { shop }: ShopFacts): Mail {
  const link = new URL('/forgot-password', site).toString();
  const title = CHANGES[change];
  const advice = 'Si fuiste tú, no tienes que hacer nada. Si no, elige ya una contraseña nueva y avísanos:';
  return {
    to,
    subject: title.replace(/[.]$/, ''),
    link,
    text: `${title}\n\n${advice}\n${link}\n\n${shop.fullName}\n`,
    html: `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:32px 16px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1d2a2e">
<h1 style="margin:0 0 16px;font-size:22px">${title}</h1>
<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${advice} <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p style="margin:0;font-size:14px;color:#56656a">${escapeHtml(shop.fullName)}</p>
</body></html>`,
  };
}
