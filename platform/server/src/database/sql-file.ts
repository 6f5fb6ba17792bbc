import { readFileSync } from 'node:fs';

/** Reads an SQL file of this folder. */
export const sqlFile = (name: 'database.sql' | 'roles.sql'): string =>
  readFileSync(new URL(name, import.meta.url), 'utf8');
