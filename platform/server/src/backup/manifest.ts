import { z } from 'zod';

/** Name of the first entry of a backup, which is needed before anything is unpacked. */
export const HEAD_ENTRY = 'respaldo.json';
/** Name of the last entry: if it is intact, the backup is complete. */
export const MANIFEST_ENTRY = 'manifiesto.json';

export const headSchema = z.object({
  format: z.literal(1),
  /** A copy of the cluster's files, or rows that any version of PostgreSQL can load. */
  kind: z.enum(['physical', 'logical']),
  installation: z.string().regex(/^[0-9a-f]{16}$/),
  startedAt: z.iso.datetime(),
  /** Major version of PostgreSQL. */
  postgres: z.number().int(),
  /** A cluster's files depend on the processor architecture. */
  arch: z.string(),
  /** The last applied migration. */
  migration: z.string(),
  /** Approximate unpacked size in bytes. */
  bytes: z.number().nonnegative(),
});
/** Description of a backup, in its first entry. */
export type BackupHead = z.infer<typeof headSchema>;

const fileSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
/** One file of a backup. */
export type BackedUpFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.object({
  finishedAt: z.iso.datetime(),
  /** The first WAL segment that the backup needs; empty for a logical one. */
  firstSegment: z.string(),
  files: z.array(fileSchema),
});
/** List of contents, in a backup's last entry. */
export type BackupManifest = z.infer<typeof manifestSchema>;
