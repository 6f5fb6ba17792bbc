import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../errors/start-error.ts';
import { writePrivateFile } from './data-dir.ts';

/** The kind of a data folder: demo shop, real shop, or test data. They are never mixed. */
export type ServerMode = 'demo' | 'empty' | 'test';

const installationSchema = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  mode: z.enum(['demo', 'empty', 'test']),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  jwtSecret: z.string().min(40),
  adminPassword: z.string().min(32),
  apiPassword: z.string().min(32),
  postgresPassword: z.string().min(32),
  seeded: z.boolean(),
});

/** Secrets and metadata of an installation, stored in DATA_DIR/installation.json with mode 0600. */
export type Installation = z.infer<typeof installationSchema>;

/** The files that show that a data folder has a database: its own, or the marker that names its location. */
const CLUSTER = ['postgres/pgdata/PG_VERSION', 'postgres-folder'];

const fileOf = (dataDir: string) => join(dataDir, 'installation.json');

/** The installation of a data folder; undefined if it has none yet. */
export function readInstallation(dataDir: string): Installation | undefined {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return installationSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartError('bad-options', `El archivo ${file} está dañado: recupéralo de un respaldo.`, error);
  }
}

/**
 * The installation of a data folder, created on first use with random keys.
 * @throws StartError data-dir-other-mode when the folder holds another kind of shop.
 */
export function ensureInstallation(dataDir: string, mode: ServerMode): Installation {
  const existing = readInstallation(dataDir);
  if (existing) {
    if (existing.mode !== mode)
      throw new StartError('data-dir-other-mode', otherMode(dataDir, existing.mode));
    return existing;
  }
  if (CLUSTER.some((name) => existsSync(join(dataDir, name))))
    throw new StartError('bad-options', withoutKeys(fileOf(dataDir)));
  const installation = newInstallation(mode);
  saveInstallation(dataDir, installation);
  return installation;
}

/** Replaces DATA_DIR/installation.json. */
export function saveInstallation(dataDir: string, installation: Installation): void {
  writePrivateFile(fileOf(dataDir), `${JSON.stringify(installation, null, 2)}\n`);
}

/** New random secrets. The key prefixes are those of Supabase's opaque API keys. */
export function newInstallation(mode: ServerMode): Installation {
  const secret = (bytes: number) => randomBytes(bytes).toString('base64url');
  return {
    version: 1,
    id: randomBytes(8).toString('hex'),
    mode,
    publishableKey: `sb_publishable_${secret(24)}`,
    secretKey: `sb_secret_${secret(32)}`,
    jwtSecret: secret(48),
    adminPassword: secret(32),
    apiPassword: secret(32),
    postgresPassword: secret(32),
    seeded: false,
  };
}

function withoutKeys(file: string): string {
  return (
    `Falta ${file}, con las claves de la base de datos que hay en esa carpeta: ` +
    'recupéralo de un respaldo, o usa otra carpeta con DATA_DIR.'
  );
}

function otherMode(dataDir: string, mode: ServerMode): string {
  const holds = { demo: 'la tienda de demostración', empty: 'una tienda real', test: 'datos de prueba' }[
    mode
  ];
  return (
    `La carpeta de datos ${dataDir} ya contiene ${holds} y no se mezcla con otra. ` +
    'Usa otra carpeta, por ejemplo: DATA_DIR=.data-tienda npm start -- --empty'
  );
}
