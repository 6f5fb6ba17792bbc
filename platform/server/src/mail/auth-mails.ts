import type { ShopFacts } from '@taller/shared/config/shop-facts.ts';
import { isLettering, logoPath, logoSize } from '@taller/shared/values/logo.ts';
import { formatPhone } from '@taller/shared/values/phone.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from './mail.ts';

/** Kinds of mail sent by the auth API, named as GoTrue's verification types. */
export type AuthMailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite';

interface Wording {
  subject: string;
  title: string;
  body: string;
  button: string;
}

const WORDINGS: Record<AuthMailKind, Wording> = {
  signup: {
    subject: 'Confirma tu cuenta',
    title: 'Confirma tu cuenta',
    body: 'Gracias por registrarte. Para seguir tus órdenes de servicio, confirma tu correo y elige tu contraseña.',
    button: 'Confirmar mi correo',
  },
  recovery: {
    subject: 'Restablece tu contraseña',
    title: 'Restablece tu contraseña',
    body: 'Recibimos una solicitud para cambiar la contraseña de tu cuenta. Si fuiste tú, elige una nueva aquí.',
    button: 'Elegir una contraseña nueva',
  },
  magiclink: {
    subject: 'Tu enlace de acceso',
    title: 'Tu enlace de acceso',
    body: 'Con este enlace entras a tu cuenta sin contraseña.',
    button: 'Entrar a mi cuenta',
  },
  invite: {
    subject: 'Activa tu cuenta',
    title: 'Activa tu cuenta',
    body: 'La tienda creó una cuenta para ti. Actívala y elige la contraseña con que entrarás.',
    button: 'Activar mi cuenta',
  },
  email_change: {
    subject: 'Confirma tu nuevo correo',
    title: 'Confirma tu nuevo correo',
    body: 'Recibimos una solicitud para cambiar el correo de tu cuenta. Si fuiste tú, confírmalo aquí.',
    button: 'Confirmar el cambio',
  },
};

/** Colour of the button in a shop without its own colour. */
const MAIL_COLOR = '#0f5c63';

/** The logo by its address on the site, where mail programs can show it: they know no SVG, and not all of them WebP. */
function mailHead({ shop, look }: ShopFacts, site: string): string {
  const name = escapeHtml(shop.name);
  if (look.logo?.type !== 'image/png') return name;
  const { width, height } = logoSize(look.logo, 220, 48);
  const image = `<img src="${escapeHtml(site + logoPath(look.logo))}" width="${width}" height="${height}" alt="${name}" style="border:0">`;
  return isLettering(look.logo) ? image : `${image}<br>${name}`;
}

const FOOTER =
  'El enlace sirve una sola vez y vence en una hora; si pediste varios, vale el del último correo. Si no lo pediste, ignora este mensaje.';

/** The sender: name, address, phone and e-mail, if given. */
function signature({ shop }: ShopFacts): string[] {
  const place = [shop.address.street, shop.address.city].filter(Boolean).join(', ');
  const contact = [shop.phone && formatPhone(shop.phone), shop.email].filter(Boolean).join(' · ');
  return [shop.fullName, place, contact].filter(Boolean);
}

/** The page of a mail, with the shop's name, colour and signature. @param lines HTML. */
export function mailPage(
  title: string,
  lines: readonly string[],
  note: string,
  site: string,
  facts: ShopFacts,
): string {
  const body = lines.map((line) => `<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${line}</p>`);
  return `<!doctype html>
<html lang="es-CL">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:32px 16px;background:#f3f5f4;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;color:#1d2a2e">
<table role="presentation" align="center" style="width:100%;max-width:480px;margin:0 auto;background:#fff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 16px;font-weight:600">${mailHead(facts, site)}</p>
<h1 style="margin:0 0 16px;font-size:22px">${title}</h1>
${body.join('\n')}
<p style="margin:0;font-size:14px;line-height:1.5;color:#56656a">${note}</p>
<p style="margin:24px 0 0;font-size:14px;line-height:1.5;color:#56656a">${signature(facts).map(escapeHtml).join('<br>')}</p>
</td></tr></table>
</body></html>`;
}

/** A Spanish mail of the shop with one link. */
export function authMail(kind: AuthMailKind, to: string, link: string, facts: ShopFacts): Mail {
  const { subject, title, body, button } = WORDINGS[kind];
  const press = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;background:${facts.look.color ?? MAIL_COLOR};color:#fff;border-radius:8px;text-decoration:none;font-weight:600">${button}</a>`;
  return {
    to,
    subject,
    link,
    text: `${title}\n\n${body}\n\n${button}: ${link}\n\n${FOOTER}\n\n${signature(facts).join('\n')}\n`,
    html: mailPage(title, [body, press], FOOTER, new URL(link).origin, facts),
  };
}
