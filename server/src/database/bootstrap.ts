import { readFileSync } from 'node:fs';
import { App, createPostgresConnection } from '../lite/lite.ts';
import type postgres from 'postgres';

const sqlFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Passwords of the two roles that log in, besides the superuser. */
export interface RolePasswords {
  authenticator: string;
  postgres: string;
}

/**
 * Makes the roles of a cluster. Safe to repeat.
 * @param admin a connection as superuser.
 */
export async function bootstrapRoles(admin: postgres.Sql, passwords: RolePasswords): Promise<void> {
  await admin.unsafe(sqlFile('roles.sql'));
  await setPassword(admin, 'authenticator', passwords.authenticator);
  const [role] = await admin`select rolsuper from pg_roles where rolname = 'postgres'`;
  // In a PostgreSQL of the shop's own, `postgres` may be its superuser: its password is then none of our business.
  if (role?.rolsuper === false) await setPassword(admin, 'postgres', passwords.postgres);
}

async function setPassword(admin: postgres.Sql, role: string, password: string): Promise<void> {
  const [row] =
    await admin`select format('alter role %I password %L', ${role}::text, ${password}::text) as statement`;
  await admin.unsafe(String(row?.statement));
}

/**
 * Makes one database what a new hosted project's database is: schemas auth and extensions, publication, rights, and the
 * table of applied migrations. Safe to repeat.
 * @param adminUrl URL of the same database as superuser.
 */
export async function bootstrapDatabase(admin: postgres.Sql, adminUrl: string): Promise<void> {
  await createAuthSchema(adminUrl);
  await admin.unsafe(sqlFile('database.sql'));
}

/** The auth tables are @supabase/lite's own, so that it finds what it expects after an update. */
async function createAuthSchema(adminUrl: string): Promise<void> {
  const connection = createPostgresConnection({
    url: adminUrl,
    postgresOptions: { max: 1, onnotice: () => {} },
  });
  try {
    const app = new App({
      connection,
      auth: { enabled: true, jwt_secret: 'only-for-creating-the-schema' },
      db: { migrations: { enabled: false } },
    });
    await app.ensureSystemSchema();
  } finally {
    await connection.close();
  }
}
