import { createHash } from 'node:crypto';
import { StartError } from '../errors/start-error.ts';

/** A row of `supabase_migrations.schema_migrations`. */
export interface AppliedMigration {
  version: string;
  statements: string[] | null;
}

/** A chain of migrations that was replaced by the baseline (decision 57). */
export interface EarlierChain {
  /** Version of its last migration. */
  newest: string;
  /** Number of its migrations. */
  count: number;
  /** Result of {@link digestOf} for all of them. */
  digest: string;
}

/** Version of the baseline, the first file of supabase/migrations. */
export const BASELINE = '20261130000000';

/** The chain before it. A database with all of it, unchanged, has the schema of the baseline. */
export const EARLIER_CHAIN: EarlierChain = {
  newest: '20261129235910',
  count: 135,
  digest: '18bc46d5bd7b57ff816a63159f1a4ad31b2a4d8b09e485b6811eec946db9ffb1',
};

/** Whether a version belongs to the time before the baseline. */
export const isEarlier = (version: string): boolean => version < BASELINE;

/**
 * The part of a migration's text that is compared. The Supabase CLI stores a file as separate statements, without the
 * text between them.
 */
export function normalisedSql(text: string): string {
  return text.replaceAll(/[\s;]+/g, '');
}

/** A hash of the versions and texts of applied migrations, in order. */
export function digestOf(applied: readonly AppliedMigration[]): string {
  const hash = createHash('sha256');
  for (const { version, statements } of applied.toSorted((a, b) => (a.version < b.version ? -1 : 1)))
    hash
      .update(version)
      .update('\0')
      .update(normalisedSql((statements ?? []).join('')))
      .update('\0');
  return hash.digest('hex');
}

/** Applied versions of a database or backup, with the whole earlier chain mapped to the baseline. */
export function restated(versions: readonly string[]): readonly string[] {
  const earlier = versions.filter((version) => isEarlier(version));
  if (earlier.length !== EARLIER_CHAIN.count || !earlier.includes(EARLIER_CHAIN.newest)) return versions;
  return [BASELINE, ...versions.filter((version) => !isEarlier(version))];
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
