import { lchownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

const NOTE = '# Written by the server. Its settings of PostgreSQL stand in the command that starts it.\n';

/** The complete configuration of a cluster: other settings have PostgreSQL's defaults or are passed at the start. */
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

/** Whether a file of a cluster, by its relative name, is configuration; some file systems ignore case. */
export const isConfiguration = (name: string): boolean => /^[^/]+\.conf$/i.test(name);

/**
 * Replaces a cluster's configuration with this program's. Settings can name commands, libraries and included files:
 * those of an untrusted cluster must never be read.
 */
export function writeConfiguration(data: string, as: RunAs): void {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(data, name);
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    if (as) lchownSync(path, as.uid, as.gid);
  }
}
