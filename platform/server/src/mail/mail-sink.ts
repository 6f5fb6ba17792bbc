import { join } from 'node:path';
import { SmtpEmailDriver } from '../lite/lite.ts';
import type { MailStore } from './mail-store.ts';
import type { Mail, MailSink } from './mail.ts';
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { writePrivateFile } from '../config/data-dir.ts';

/** 2026-11-22T12-00-00.000Z-rosa@ejemplo.cl.html */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d+Z)-(.+)\.html$/;

const inName = (address: string): string => address.replace(/[^\w.@-]/g, '_');

/** A folder of files that the shop can open, used while no SMTP server is configured. */
export class MailFolder implements MailSink, MailStore {
  readonly delivers = false;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async send({ to, html }: Mail): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${inName(to)}.html`;
    writePrivateFile(join(this.#folder, name), html);
  }

  async forget(since: Date, addresses: readonly string[]): Promise<number> {
    const known = new Set(addresses.map((address) => inName(address).toLowerCase()));
    const names = await readdir(this.#folder).catch(() => []);
    const gone = names.filter((name) => {
      const [, day, hour, minute, second, to] = NAME.exec(name) ?? [];
      if (!day || !to) return false;
      return new Date(`${day}${hour}:${minute}:${second}`) < since || !known.has(to.toLowerCase());
    });
    for (const name of gone) await rm(join(this.#folder, name), { force: true });
    return gone.length;
  }
}

/**
 * Mail delivery of a real shop: the SMTP server of SMTP_URL (`smtp://user:password@host:587`, sender in MAIL_FROM), or,
 * until that is configured, files in DATA_DIR/correos.
 */
export function mailSinkFor(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  log: (line: string) => void,
): MailSink & Partial<MailStore> {
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
