import { App, createPostgresConnection } from '../lite/lite.ts';
import type postgres from 'postgres';
import { sqlFile } from './sql-file.ts';

/** Passwords of the two login roles other than the superuser. */
export interface RolePasswords {
  authenticator: string;
  postgres: string;
}

/**
 * Creates the roles of a cluster. Idempotent.
 * @param admin a superuser connection.
 */
export async function bootstrapRoles(admin: postgres.ISql, passwords: RolePasswords): Promise<void> {
  await admin.unsafe(sqlFile('roles.sql'));
  await setPassword(admin, 'authenticator', passwords.authenticator);
  const [role] = await admin`select rolsuper from pg_roles where rolname = 'postgres'`;
  // In an external PostgreSQL, `postgres` may be the superuser: its password is not changed.
  if (role?.rolsuper === false) await setPassword(admin, 'postgres', passwords.postgres);
}

async function setPassword(admin: postgres.ISql, role: string, password: string): Promise<void> {
  const [row] =
    await admin`select format('alter role %I password %L', ${role}::text, ${password}::text) as statement`;
  await admin.unsafe(String(row?.statement));
}

/**
 * Sets a database up like a new hosted project's: schemas auth, storage and extensions, publication, grants, and the
 * table of applied migrations. Idempotent.
 * @param adminUrl superuser URL of the same database.
 */
export async function bootstrapDatabase(admin: postgres.Sql, adminUrl: string): Promise<void> {
  await createSystemSchemas(adminUrl);
  await admin.unsafe(sqlFile('database.sql'));
}

/** Uses the tables of @supabase/lite itself, so that they match after an update. */
async function createSystemSchemas(adminUrl: string): Promise<void> {
  const connection = createPostgresConnection({
    url: adminUrl,
    postgresOptions: { max: 1, onnotice: () => {} },
  });
  try {
    const app = new App({
      connection,
      auth: { enabled: true, jwt_secret: 'only-for-creating-the-schema' },
      storage: { enabled: true },
      db: { migrations: { enabled: false } },
    });
    // Without one it makes no tables.
    Object.assign(app, { _storageAdapter: {} });
    await app.ensureSystemSchema();
  } finally {
    await connection.close();
  }
}
