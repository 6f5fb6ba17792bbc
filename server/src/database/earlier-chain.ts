import { createHash } from 'node:crypto';
import { StartError } from '../errors/start-error.ts';

/** A row of `supabase_migrations.schema_migrations`. */
export interface AppliedMigration {
  version: string;
  statements: string[] | null;
}

/** A chain of migrations that was replaced by the baseline (decision 31). */
export interface EarlierChain {
  /** Version of its last migration. */
  newest: string;
  /** Number of its migrations. */
  count: number;
  /** Result of {@link digestOf} for all of them. */
  digest: string;
}

/** The only such chain. A database with all of it, unchanged, has the schema of the baseline. */
export const EARLIER_CHAIN: EarlierChain = {
  newest: '20261122101100',
  count: 51,
  digest: '3ffb99ac45a597f47531ac1b2dc9e42114527bfa3efee403ad1b3035819b0739',
};

/** Baseline migrations are numbered, later ones have a timestamp. */
export const isOfBaseline = (version: string): boolean => version.length === 4;

/** Whether a version belongs to the time of the replaced chain. */
export function isEarlier(version: string, chain = EARLIER_CHAIN): boolean {
  return !isOfBaseline(version) && version <= chain.newest;
}

/**
 * The part of a migration's text that is compared. The Supabase CLI stores a file as separate statements, without the
 * text between them.
 */
export function essenceOf(text: string): string {
  return text.replaceAll(/[\s;]+/g, '');
}

/** A hash of the versions and texts of applied migrations, in order. */
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
 * Applied versions of a database or backup, with the whole earlier chain mapped to the baseline.
 * @param baseline versions of the baseline.
 */
export function restated(versions: readonly string[], baseline: readonly string[]): readonly string[] {
  const earlier = versions.filter((version) => isEarlier(version));
  if (earlier.length !== EARLIER_CHAIN.count || !earlier.includes(EARLIER_CHAIN.newest)) return versions;
  return [...baseline, ...versions.filter((version) => !isEarlier(version))];
}

/** @throws StartError database-older if these are not the whole chain, unchanged. */
export function requireWhole(earlier: readonly AppliedMigration[], chain: EarlierChain): void {
  if (digestOf(earlier) === chain.digest) return;
  throw new StartError(
    'database-older',
    'La base de datos es de una versión de desarrollo anterior a la línea base de migraciones y no la terminó ' +
      `(tiene ${earlier.length} de ${chain.count} migraciones, o alguna fue cambiada). Ábrela una vez con la versión ` +
      `del programa cuya última migración es ${chain.newest} y después con esta, o usa otra carpeta de datos.`,
  );
}
