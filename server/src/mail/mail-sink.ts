import { join } from 'node:path';
import { SmtpEmailDriver } from '../lite/lite.ts';
import type { KeptMails } from './kept-mails.ts';
import { MailFolder } from './mail-folder.ts';
import type { Mail, MailSink } from './mail.ts';

/**
 * Mail delivery of a real shop: the SMTP server of SMTP_URL (`smtp://user:password@host:587`, sender in MAIL_FROM), or,
 * until that is configured, files in DATA_DIR/correos.
 */
export function mailSinkFor(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  log: (line: string) => void,
): MailSink & Partial<KeptMails> {
  if (env.SMTP_URL) return smtpSink(new URL(env.SMTP_URL), env.MAIL_FROM ?? '');
  const folder = join(dataDir, 'correos');
  log(
    `SMTP_URL no está definida: no se envían correos, y los avisos de cuentas quedan en ${folder}. Nadie puede registrarse ni recuperar su contraseña por correo (docs/deploy.md).`,
  );
  return new MailFolder(folder);
}

function smtpSink(url: URL, from: string): MailSink {
  const driver = new SmtpEmailDriver({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
    from: from || decodeURIComponent(url.username),
  });
  return {
    delivers: true,
    send: ({ to, subject, text, html }: Mail) => driver.send({ to, subject, text, html }),
  };
}
