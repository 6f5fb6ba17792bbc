/** The first admin of a real, empty shop, and the settings that it begins with. */
import postgres from 'postgres';
import type { SectionName } from '@taller/shared/settings/sections.ts';

/** Input of the start task. */
export interface FirstAdmin {
  /** Lower-cased by the database, as in GoTrue. */
  readonly email: string;
  /** At least 6 characters (AUTH-02). At most 72 bytes, bcrypt's limit. */
  readonly password: string;
  readonly fullName: string;
}

/** Values of sections, valid by their schemas. */
export type FirstSettings = Readonly<Partial<Record<SectionName, object>>>;

const REFUSALS = ['admin_exists', 'bad_email', 'bad_password', 'bad_name', 'email_taken'] as const;
type Refusal = (typeof REFUSALS)[number];

/** Why the first admin was not created. `message` is in Spanish, for the operator. */
export class FirstAdminError extends Error {
  readonly code: Refusal;

  constructor(code: Refusal, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'FirstAdminError';
    this.code = code;
  }
}

/** The database's refusal, by the hint that names it. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError)) return error;
  const code = REFUSALS.find((name) => name === error.hint);
  return code ? new FirstAdminError(code, error.message, error) : error;
}

/**
 * Creates the first admin of an empty shop, a confirmed account and its profile, and in the same transaction changes
 * the given sections of the settings.
 * @param sql a connection as superuser or as the role that runs the migrations.
 * @returns the new user's id.
 * @throws FirstAdminError if there is an admin already, the e-mail is in use, or the input is invalid.
 */
export async function createFirstAdmin(
  sql: postgres.Sql,
  { email, password, fullName }: FirstAdmin,
  settings: FirstSettings = {},
): Promise<string> {
  const made = sql.begin(async (tx) => {
    const [row] = await tx`select private.create_first_admin(${email}, ${password}, ${fullName}) as id`;
    const id = String(row?.id);
    // The history of the settings names who began the shop.
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id })}, true)`;
    for (const [section, value] of Object.entries(settings))
      await tx`update public.setting_sections set value = ${JSON.stringify(value)}::text::jsonb
        where section = ${section} and value <> ${JSON.stringify(value)}::text::jsonb`;
    return id;
  });
  return made.catch((error: unknown) => {
    throw asRefusal(error);
  });
}
