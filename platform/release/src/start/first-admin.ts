import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { StartError } from '@taller/server/errors/start-error.ts';
import {
  createFirstAdmin,
  FirstAdminError,
  type FirstAdmin,
  type FirstSettings,
} from '../../../../supabase/seed/first-admin.ts';
import type { SetupFile } from '#src/start/setup-file.ts';

/** Result of starting an empty shop: a new account, an address that creates one, or an existing admin. */
export type FirstStart =
  | {
      readonly kind: 'account';
      readonly email: string;
      /** Present if it was generated. */
      readonly generatedPassword?: string;
      /** Number of sections of the settings that a file has changed. */
      readonly sections?: number;
    }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'ready'; readonly fileUnused: boolean };

const DEFAULT_NAME = 'Administración';

interface FirstStartOptions {
  /** Superuser connection URL. */
  readonly adminUrl: string;
  /** Address under which people see the site. */
  readonly siteUrl: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file of `--setup`. */
  readonly file: SetupFile | undefined;
}

/**
 * Sets an empty shop up: from the file of `--setup`, from ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_NAME, else with an
 * address for the browser, which voids the address of an earlier start. A shop with an admin stays as it is.
 */
export async function firstStart({ adminUrl, siteUrl, env, file }: FirstStartOptions): Promise<FirstStart> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [existing] = await sql`select from public.profiles where role = 'admin'`;
    if (existing) return { kind: 'ready', fileUnused: file !== undefined };
    if (file) {
      await create(sql, file.account, 'el archivo de --setup', file.sections);
      const sections = Object.keys(file.sections).length;
      return { kind: 'account', email: file.account.email, sections };
    }
    if (env.ADMIN_EMAIL !== undefined || env.ADMIN_PASSWORD !== undefined)
      return await createFromEnv(sql, env);
    const [made] = await sql`select private.new_setup_token() as token`;
    return { kind: 'address', address: `${siteUrl}/configurar#${String(made?.token)}` };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** @param source where the values come from, for the operator. */
async function create(
  sql: postgres.Sql,
  admin: FirstAdmin,
  source: string,
  settings?: FirstSettings,
): Promise<void> {
  try {
    await createFirstAdmin(sql, admin, settings);
  } catch (error) {
    if (error instanceof FirstAdminError)
      throw new StartError('bad-options', `${error.message} (${source})`, error);
    throw error;
  }
}

async function createFromEnv(sql: postgres.Sql, env: NodeJS.ProcessEnv): Promise<FirstStart> {
  const email = env.ADMIN_EMAIL ?? 'admin@taller.local';
  const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  const admin = { email, password, fullName: env.ADMIN_NAME ?? DEFAULT_NAME };
  await create(sql, admin, 'ADMIN_EMAIL, ADMIN_PASSWORD');
  return env.ADMIN_PASSWORD === undefined
    ? { kind: 'account', email, generatedPassword: password }
    : { kind: 'account', email };
}
