import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../config/data-dir.ts';
import type { KeptMails } from './kept-mails.ts';
import type { Mail, MailSink } from './mail.ts';

/** 2026-11-22T12-00-00.000Z-rosa@ejemplo.cl.html */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d+Z)-(.+)\.html$/;

const inName = (address: string): string => address.replace(/[^\w.@-]/g, '_');

/** A folder of files that the shop can open, used while no SMTP server is configured. */
export class MailFolder implements MailSink, KeptMails {
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
