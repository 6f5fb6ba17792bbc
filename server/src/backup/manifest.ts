import { z } from 'zod';

/** Name of the first entry of a backup: what is needed before anything of it is unpacked. */
export const HEAD_ENTRY = 'respaldo.json';
/** Name of the last entry: whoever finds it whole has the whole backup. */
export const MANIFEST_ENTRY = 'manifiesto.json';

export const headSchema = z.object({
  format: z.literal(1),
  /** A copy of the cluster's files, or rows that any version of PostgreSQL takes. */
  kind: z.enum(['physical', 'logical']),
  installation: z.string().regex(/^[0-9a-f]{16}$/),
  startedAt: z.iso.datetime(),
  /** Major version of PostgreSQL. */
  postgres: z.number().int(),
  /** A cluster's files are good for one kind of processor. */
  arch: z.string(),
  /** The migration that was applied last. */
  migration: z.string(),
  /** Bytes that the backup takes when unpacked, about. */
  bytes: z.number(),
});
/** What a backup says about itself in its first entry. */
export type BackupHead = z.infer<typeof headSchema>;

const fileSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
/** One file of a backup. */
export type BackedUpFile = z.infer<typeof fileSchema>;

export const manifestSchema = z.object({
  finishedAt: z.iso.datetime(),
  /** The first segment of the write-ahead log that the backup needs; empty in a logical one. */
  firstSegment: z.string(),
  files: z.array(fileSchema),
});
/** What a backup holds, in its last entry. */
export type BackupManifest = z.infer<typeof manifestSchema>;
