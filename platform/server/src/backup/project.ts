import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { ensureDataDir } from '../config/data-dir.ts';
import { ensureInstallation, readInstallation, type Installation } from '../config/installation.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { clusterOf } from '../postgres/places.ts';

// A Supabase project as the place of a shop's rows: its operator is no superuser, and the schema of accounts belongs
// to Supabase's authentication server, which has other columns there.

/** The tables that accounts consist of, parents first. Sessions stay where they are: their keys are the server's. */
export const ACCOUNT_TABLES = ['users', 'identities', 'mfa_factors'];

/** Columns of accounts for links that were mailed: they work on the server only that mailed them. */
export const PENDING_COLUMNS = [
  'confirmation_token',
  'recovery_token',
  'email_change',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change',
  'phone_change_token',
  'reauthentication_token',
];

/** Whether a database is that of a Supabase project. @throws StartError postgres-connect */
export async function isProject(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] = await sql<{ found: boolean }[]>`
      select not rolsuper and to_regclass('auth.users') is not null as found from pg_roles where rolname = current_user`;
    return row?.found === true;
  } catch (error) {
    const text = `No se pudo conectar a PostgreSQL (DATABASE_URL): ${messageOf(error)}`;
    throw new StartError('postgres-connect', text, error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The data folder that belongs to a project: its keys, without a database. The first backup makes it. */
export function folderOfProject(dataDir: string): Installation {
  if (existsSync(join(clusterOf(dataDir), 'pgdata')))
    throw new StartError(
      'bad-options',
      `La carpeta de datos ${dataDir} tiene la base de datos de otra tienda: di con DATA_DIR otra carpeta para las llaves del proyecto.`,
    );
  return readInstallation(dataDir) ?? ensureInstallation(ensureDataDir(dataDir), 'empty');
}
