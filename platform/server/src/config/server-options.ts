import { z } from 'zod';
import type { SiteControl } from '@taller/shared/system-status/site-control.ts';
import { backupPassphrase } from './passphrase.ts';
import { isNetwork } from '../network/client-address.ts';
import { StartError } from '../errors/start-error.ts';

/** A scheme, a host and optionally a port. Anything else could inject a directive into the site's policy. */
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/;

const optionsSchema = z.object({
  /** TCP port; 0 selects a free one. */
  port: z.number().int().min(0).max(65535).default(3000),
  host: z.literal('127.0.0.1').default('127.0.0.1'),
  /** Folder of all persistent state: database, keys. */
  dataDir: z.string().min(1),
  /** An external PostgreSQL, as superuser, instead of the embedded one. */
  databaseUrl: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** demo: seeded, with simulators. empty: a real shop. test: migrations only, with simulators, without durability. */
  mode: z.enum(['demo', 'empty', 'test']),
  /** The built site; null serves the API only. A function builds it while the database starts. */
  siteDir: z
    .union([z.string(), z.custom<() => Promise<string>>((value) => typeof value === 'function')])
    .nullable()
    .default(null),
  /** Reads and changes the publications of the site. */
  siteControl: z.custom<SiteControl>((value) => typeof value === 'object').optional(),
  /** Address under which the shop's customers see the site, if a proxy stands before this server. */
  siteUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Origins of remotes on other hosts. */
  remoteOrigins: z.array(z.string().regex(ORIGIN)).default([]),
  /** Trusted proxies for X-Forwarded-For: addresses or networks. */
  trustedProxies: z.array(z.string().refine(isNetwork)).default([]),
  /** Scheduled backups. */
  backups: z
    .object({
      folder: z.string().min(1),
      everyHours: z.number().positive(),
      /** Days and weeks for which the newest backup is kept. */
      keep: z.object({ daily: z.number().int().min(0), weekly: z.number().int().min(0) }),
      /** Days between restore tests of the newest backup; 0 disables them. */
      testDays: z.number().min(0),
      /** Whether there is a passphrase: unencrypted backups are then not the shop's. */
      sealed: z.boolean().default(false),
    })
    .optional(),
  /** Folder in which the embedded PostgreSQL archives its WAL, for point-in-time recovery. */
  walArchive: z.string().min(1).optional(),
  /** Encrypts the WAL archive; without it the archive is not encrypted. */
  walPassphrase: z.string().min(1).optional(),
  /** Identifies the running program, if known: differs for any change to its sources or packages. */
  build: z.string().min(1).optional(),
  quiet: z.boolean().default(false),
});

/** Options of `startServer`. */
export type ServerOptions = z.input<typeof optionsSchema>;
/** The same with defaults applied. */
export type ResolvedOptions = z.output<typeof optionsSchema>;
/** Options of scheduled backups. */
export type ScheduledBackups = NonNullable<ResolvedOptions['backups']>;

/** Validates options passed in code. @throws StartError bad-options */
export function resolveOptions(options: ServerOptions): ResolvedOptions {
  const result = optionsSchema.safeParse(options);
  if (result.success) return result.data;
  throw new StartError('bad-options', `Opciones inválidas:\n${z.prettifyError(result.error)}`);
}

const listOf = (text: string) => text.split(/[\s,]+/).filter((item) => item !== '');

const amount = (rule: z.ZodNumber, byDefault: number) =>
  z.coerce.number({ error: 'debe ser un número' }).pipe(rule).default(byDefault);

const environmentSchema = z.object({
  PORT: z.coerce.number({ error: 'debe ser un número' }).int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'debe empezar con postgres://' }).optional(),
  SITE_DIR: z.string().min(1).optional(),
  REMOTE_ORIGINS: z
    .string()
    .default('')
    .transform(listOf)
    .refine((origins) => origins.every((origin) => ORIGIN.test(origin)), {
      error: 'debe ser una lista de orígenes como https://remotos.taller.example, sin ruta',
    }),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listOf)
    .refine((networks) => networks.every(isNetwork), {
      error: 'debe ser una lista de direcciones o redes como 127.0.0.1, 10.0.0.0/8',
    }),
  SITE_URL: z.url({ protocol: /^https?$/, error: 'debe empezar con https://' }).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: amount(z.number().positive(), 24),
  BACKUP_KEEP_DAILY: amount(z.number().int().min(0), 7),
  BACKUP_KEEP_WEEKLY: amount(z.number().int().min(0), 4),
  BACKUP_TEST_DAYS: amount(z.number().min(0), 7),
  WAL_ARCHIVE_DIR: z.string().optional(),
});

/** Options from the environment of `npm start`. Empty variables count as absent. @throws StartError bad-options */
export function optionsFromEnv(env: NodeJS.ProcessEnv): Pick<
  ServerOptions,
  | 'port'
  | 'dataDir'
  | 'databaseUrl'
  | 'siteUrl'
  | 'remoteOrigins'
  | 'trustedProxies'
  | 'backups'
  | 'walArchive'
  | 'walPassphrase'
> & {
  siteDir?: string;
} {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new StartError('bad-options', `Variables de entorno inválidas:\n${lines.join('\n')}`);
  }
  const { PORT, DATA_DIR, DATABASE_URL, SITE_URL, SITE_DIR, REMOTE_ORIGINS, TRUSTED_PROXIES } = result.data;
  const { BACKUP_DIR: isBackedUp, WAL_ARCHIVE_DIR: walArchive } = result.data;
  const passphrase = isBackedUp === undefined && walArchive === undefined ? undefined : backupPassphrase(env);
  const { BACKUP_DIR, BACKUP_EVERY_HOURS, BACKUP_KEEP_DAILY, BACKUP_KEEP_WEEKLY, BACKUP_TEST_DAYS } =
    result.data;
  return {
    port: PORT,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    siteUrl: SITE_URL,
    siteDir: SITE_DIR,
    remoteOrigins: REMOTE_ORIGINS,
    trustedProxies: TRUSTED_PROXIES,
    walArchive,
    walPassphrase: walArchive === undefined ? undefined : passphrase,
    ...(BACKUP_DIR !== undefined && {
      backups: {
        folder: BACKUP_DIR,
        everyHours: BACKUP_EVERY_HOURS,
        keep: { daily: BACKUP_KEEP_DAILY, weekly: BACKUP_KEEP_WEEKLY },
        testDays: BACKUP_TEST_DAYS,
        sealed: passphrase !== undefined,
      },
    }),
  };
}
