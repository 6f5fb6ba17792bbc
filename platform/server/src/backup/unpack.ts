import { createHash } from 'node:crypto';
import { mkdirSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { damaged, type ArchiveEntry } from './archive-reader.ts';
import {
  HEAD_ENTRY,
  headSchema,
  MANIFEST_ENTRY,
  manifestSchema,
  type BackedUpFile,
  type BackupHead,
  type BackupManifest,
} from './manifest.ts';
import { isConfiguration } from '../postgres/configuration.ts';
import { isClusterFile, isShopFile } from './shop-files.ts';

/** Files are only unpacked below the two target folders. */
const NAME = /^(?:data|pgdata|rows)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/;

/** The list of contents takes about 150 bytes for each of a few thousand files. */
const LIST_BYTES = 64_000_000;

/** Maximum contents of a backup, so that a forged one cannot fill the disk. */
export interface UnpackLimits {
  /** A shop's cluster has a few thousand files. */
  entries: number;
  /** More than four times the announced size is rejected: rows as text take more space than the tables. */
  spareBytes: number;
}

const LIMITS: UnpackLimits = { entries: 1_000_000, spareBytes: 1_000_000_000 };

/** Target folders for the parts of a backup. */
export interface Place {
  folders: Record<string, string>;
  /** Maximum number of bytes to write there, whatever size the backup announces. */
  room: number;
}

/** Determines the targets from the first entry. */
export type PlaceParts = (head: BackupHead) => Place;

/** Real shop data never compresses better than this; a higher ratio means a decompression bomb. */
const MOST_COMPRESSED = 100;
const SMALL_BYTES = 64_000_000;

/**
 * Most bytes that a backup may unpack to: limited by a plausible compression ratio and by the free space of the target
 * disks minus a reserve.
 */
export function roomFor(file: string, folders: readonly string[], reserve: number): number {
  const free = folders.map((folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize - reserve;
  });
  return Math.min(MOST_COMPRESSED * statSync(file).size + SMALL_BYTES, ...free);
}

/**
 * Unpacks a backup and verifies every file against the list at its end.
 * @throws StartError restore-failed if a byte was modified or a file is missing.
 */
export async function unpack(
  file: string,
  entries: AsyncIterable<ArchiveEntry>,
  place: PlaceParts,
  onBytes: (bytes: number) => void,
  limits: UnpackLimits = LIMITS,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  let head: BackupHead | undefined;
  let manifest: BackupManifest | undefined;
  let parts: Place = { folders: {}, room: 0 };
  const found: BackedUpFile[] = [];
  let count = 0;
  let unpacked = 0;
  for await (const entry of entries) {
    count += 1;
    if (count > limits.entries) throw damaged(file, `tiene más de ${limits.entries} archivos`);
    if (!head) {
      if (entry.name !== HEAD_ENTRY) throw damaged(file, `empieza con ${entry.name}`);
      const content = await contentOf(file, entry);
      head = parsed(file, headSchema, content);
      found.push(factsOf(entry.name, content));
      parts = place(head);
      continue;
    }
    if (entry.name === MANIFEST_ENTRY) {
      manifest = parsed(file, manifestSchema, await contentOf(file, entry));
      continue;
    }
    if (manifest || !NAME.test(entry.name) || !isWanted(entry.name)) throw damaged(file, entry.name);
    const path = pathOf(entry.name, parts.folders);
    const most = Math.min(4 * head.bytes + limits.spareBytes, parts.room);
    const onPart = (bytes: number) => {
      unpacked += bytes;
      if (unpacked > most) throw damaged(file, 'trae más de lo que anuncia o de lo que cabe');
      onBytes(bytes);
    };
    if (entry.isFolder) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
    } else if (isLeftOut(entry.name)) {
      found.push(factsOf(entry.name, await contentOf(file, entry)));
    } else {
      found.push(await store(entry, path, onPart));
    }
  }
  if (!head || !manifest) throw damaged(file, 'le falta el final');
  compare(file, found, manifest.files);
  return { head, manifest };
}

/** A marker that names the cluster's location is not restored: it would refer to another shop's cluster. */
function isWanted(name: string): boolean {
  const [part, top, ...rest] = name.split('/');
  if (top === undefined) return true;
  return part === 'pgdata' ? isClusterFile([top, ...rest].join('/')) : part !== 'data' || isShopFile(top);
}

/** Verified like the rest but not restored: the cluster gets this program's configuration. */
const isLeftOut = (name: string): boolean =>
  name.startsWith('pgdata/') && isConfiguration(name.slice('pgdata/'.length));

function pathOf(name: string, parts: Record<string, string>): string {
  const [part = '', ...rest] = name.split('/');
  return join(parts[part] ?? '', ...rest);
}

async function store(
  entry: ArchiveEntry,
  path: string,
  onBytes: (bytes: number) => void,
): Promise<BackedUpFile> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const digest = createHash('sha256');
  const target = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of entry.content) {
      onBytes(chunk.length);
      digest.update(chunk);
      await target.writeFile(chunk);
      bytes += chunk.length;
    }
    // PostgreSQL syncs its own files when it recovers.
    if (entry.name.startsWith('data/')) await target.sync();
  } finally {
    await target.close();
  }
  return { name: entry.name, bytes, sha256: digest.digest('hex') };
}

/** The first or last entry, which is held in memory. */
async function contentOf(file: string, entry: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry.content) {
    bytes += chunk.length;
    if (bytes > LIST_BYTES) throw damaged(file, `${entry.name} no tiene fin`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function factsOf(name: string, content: Buffer): BackedUpFile {
  return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

function parsed<T>(file: string, schema: z.ZodType<T>, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw damaged(file, error instanceof z.ZodError ? 'no es de un formato conocido' : error);
  }
}

function compare(file: string, found: readonly BackedUpFile[], listed: readonly BackedUpFile[]): void {
  const facts = new Map(listed.map((one) => [one.name, one]));
  for (const { name, bytes, sha256 } of found) {
    const wanted = facts.get(name);
    if (wanted?.sha256 !== sha256 || wanted.bytes !== bytes)
      throw damaged(file, `${name} no es lo que se guardó`);
    facts.delete(name);
  }
  const [missing] = facts.keys();
  if (missing !== undefined) throw damaged(file, `falta ${missing}`);
}
