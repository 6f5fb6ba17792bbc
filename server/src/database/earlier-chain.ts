import { createHash } from 'node:crypto';
import { StartError } from '../errors/start-error.ts';

/** A row of `supabase_migrations.schema_migrations`. */
export interface AppliedMigration {
  version: string;
  statements: string[] | null;
}

/** A chain of migrations whose schema the baseline states again (decision 31). */
export interface EarlierChain {
  /** Version of its last migration. */
  newest: string;
  /** How many migrations it has. */
  count: number;
  /** What {@link digestOf} gives for all of them. */
  digest: string;
}

/** The only such chain. A database that has all of it, unchanged, has the schema of the baseline. */
export const EARLIER_CHAIN: EarlierChain = {
  newest: '20261122101100',
  count: 51,
  digest: '3ffb99ac45a597f47531ac1b2dc9e42114527bfa3efee403ad1b3035819b0739',
};

/** Migrations of the baseline are numbered, later ones carry a moment. */
export const isOfBaseline = (version: string): boolean => version.length === 4;

/** Whether a version lies in the time of the chain that the baseline replaces. */
export function isEarlier(version: string, chain = EARLIER_CHAIN): boolean {
  return !isOfBaseline(version) && version <= chain.newest;
}

/**
 * What of a migration's text may not change. The Supabase CLI stores a file as its single statements, without what
 * stands between them.
 */
export function essenceOf(text: string): string {
  return text.replaceAll(/[\s;]+/g, '');
}

/** One hash of the versions and texts of applied migrations, in their order. */
export function digestOf(applied: readonly AppliedMigration[]): string {
  const hash = createHash('sha256');
  for (const { version, statements } of applied.toSorted((a, b) => (a.version < b.version ? -1 : 1)))
    hash
      .update(version)
      .update('\0')
      .update(essenceOf((statements ?? []).join('')))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Versions that were applied to a database or a backup's database, as they read since the baseline: the whole earlier
 * chain is the baseline.
 * @param baseline versions of the baseline.
 */
export function restated(versions: readonly string[], baseline: readonly string[]): readonly string[] {
  const earlier = versions.filter((version) => isEarlier(version));
  if (earlier.length !== EARLIER_CHAIN.count || !earlier.includes(EARLIER_CHAIN.newest)) return versions;
  return [...baseline, ...versions.filter((version) => !isEarlier(version))];
}

/** @throws StartError database-older when these are not the whole chain, unchanged. */
export function requireWhole(earlier: readonly AppliedMigration[], chain: EarlierChain): void {
  if (digestOf(earlier) === chain.digest) return;
  throw new StartError(
    'database-older',
    'La base de datos es de una versión de desarrollo anterior a la línea base de migraciones y no la terminó ' +
      `(tiene ${earlier.length} de ${chain.count} migraciones, o alguna fue cambiada). Ábrela una vez con la versión ` +
      `del programa cuya última migración es ${chain.newest} y después con esta, o usa otra carpeta de datos.`,
  );
}
