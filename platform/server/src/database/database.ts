import { dirname, join } from 'node:path';
import postgres from 'postgres';
import { archiveSettings } from '../postgres/wal-archive.ts';
import type { Installation } from '../config/installation.ts';
import { clusterUrl, startCluster } from '../postgres/cluster.ts';
import { ADMIN_ROLE } from '../postgres/create-cluster.ts';
import { clusterFolder, removeCluster } from '../postgres/places.ts';
import { postgresUser } from '../postgres/run-as.ts';
import { messageOf, StartError } from '../errors/start-error.ts';
import { applyMigrations, MIGRATIONS_FOLDER } from './migrations.ts';

/** One database under its three login roles. */
export interface DatabaseUrls {
  /** Superuser: catalogue, realtime feed, seeding. */
  adminUrl: string;
  /** `authenticator`: requests. */
  apiUrl: string;
  /** `postgres`: for operators and tests. */
  ownerUrl: string;
}

/** A database that this server started or was given. */
export interface Database extends DatabaseUrls {
  /** The folder in which WAL segments are staged for encryption, if they are. */
  staged?: string | undefined;
  stop(): Promise<void>;
}

type Secrets = Pick<Installation, 'id' | 'adminPassword' | 'apiPassword' | 'postgresPassword'>;

/** Starts the embedded PostgreSQL of a data folder, or uses the one at `databaseUrl`. */
export async function openDatabase(
  dataDir: string,
  secrets: Secrets,
  options: {
    databaseUrl?: string | undefined;
    /** WAL archive of the embedded PostgreSQL. */
    walArchive?: string | undefined;
    /** WAL segments are staged next to the cluster until they are encrypted. */
    sealsWal?: boolean | undefined;
    disposable: boolean;
    log: (line: string) => void;
    /** Called when the embedded PostgreSQL has been launched. */
    meanwhile?: () => Promise<unknown>;
  },
): Promise<Database> {
  if (options.databaseUrl !== undefined) return ownDatabase(options.databaseUrl, secrets);
  const as = postgresUser();
  const folder = clusterFolder(dataDir, secrets.id, as);
  const { walArchive, sealsWal = false } = options;
  const staged = walArchive !== undefined && sealsWal ? join(folder, 'wal-staged') : undefined;
  const cluster = await startCluster({
    folder,
    adminPassword: secrets.adminPassword,
    disposable: options.disposable,
    settings: walArchive === undefined ? {} : archiveSettings(walArchive, secrets.id, as, staged),
    log: options.log,
    meanwhile: options.meanwhile,
  });
  return {
    ...embeddedUrls(cluster.port, secrets),
    staged,
    stop: async () => {
      await cluster.stop();
      // A test deletes its data folder; a cluster stored outside it would remain.
      if (options.disposable && dirname(folder) !== dataDir) removeCluster(dataDir, folder);
    },
  };
}

/** URLs of a database in an embedded cluster. */
export function embeddedUrls(
  port: number,
  secrets: Omit<Secrets, 'id'>,
  database = 'postgres',
): DatabaseUrls {
  return {
    adminUrl: clusterUrl(port, ADMIN_ROLE, secrets.adminPassword, database),
    apiUrl: clusterUrl(port, 'authenticator', secrets.apiPassword, database),
    ownerUrl: clusterUrl(port, 'postgres', secrets.postgresPassword, database),
  };
}

async function ownDatabase(databaseUrl: string, secrets: Secrets): Promise<Database> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [row] =
      await sql`select rolsuper, current_setting('server_version_num')::int as version from pg_roles where rolname = current_user`;
    if (row?.rolsuper !== true) {
      throw new StartError(
        'postgres-connect',
        'El usuario de DATABASE_URL debe ser superusuario de PostgreSQL: crea los roles de la aplicación.',
      );
    }
    if (Number(row.version) < 150_000)
      throw new StartError('postgres-connect', 'Se necesita PostgreSQL 15 o más nuevo.');
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      'postgres-connect',
      `No se pudo conectar a PostgreSQL (DATABASE_URL): ${messageOf(error)}`,
      error,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
  return {
    adminUrl: databaseUrl,
    apiUrl: withRole(databaseUrl, 'authenticator', secrets.apiPassword),
    ownerUrl: databaseUrl,
    stop: async () => {},
  };
}

function withRole(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}

/** Updates roles, system schemas and migrations. @returns the migrations applied now. */
export async function prepareDatabase(
  database: DatabaseUrls,
  secrets: Omit<Secrets, 'id'>,
  migrations = MIGRATIONS_FOLDER,
): Promise<string[]> {
  // Imported late: it loads many modules, and PostgreSQL should be launched first.
  const { bootstrapDatabase, bootstrapRoles } = await import('./bootstrap.ts');
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  try {
    // Two concurrent starts on one database.
    await admin`select pg_advisory_lock(hashtext('taller.bootstrap'))`;
    await admin.begin(async (tx) => {
      // Roles belong to all databases of a PostgreSQL, and an advisory lock to one.
      await tx`lock table pg_catalog.pg_authid in exclusive mode`;
      await bootstrapRoles(tx, { authenticator: secrets.apiPassword, postgres: secrets.postgresPassword });
    });
    await bootstrapDatabase(admin, database.adminUrl);
  } finally {
    await admin.end({ timeout: 5 });
  }
  return applyMigrations(database.adminUrl, migrations);
}
