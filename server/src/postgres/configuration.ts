import { lchownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

const NOTE = '# Written by the server. Its settings of PostgreSQL stand in the command that starts it.\n';

/** All of a cluster's configuration: what it does not say is PostgreSQL's default, or said at the start. */
const FILES: Readonly<Record<string, string>> = {
  'postgresql.conf': NOTE,
  'postgresql.auto.conf': NOTE,
  'pg_hba.conf': [
    'local all all scram-sha-256',
    'host all all 127.0.0.1/32 scram-sha-256',
    'host all all ::1/128 scram-sha-256',
    '',
  ].join('\n'),
  'pg_ident.conf': '',
};

/** Whether a file of a cluster, named as in its folder, is configuration; on some systems the case says nothing. */
export const isConfiguration = (name: string): boolean => /^[^/]+\.conf$/i.test(name);

/**
 * Gives a cluster this program's configuration in place of whatever it has. Settings can name commands, libraries and
 * further files: those of a cluster that came from elsewhere are not to be read once.
 */
export function writeConfiguration(data: string, as: RunAs): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(data, name);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    if (as) lchownSync(path, as.uid, as.gid);
  }
}
