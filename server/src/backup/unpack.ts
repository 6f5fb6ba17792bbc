import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
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
import { isOfTheCluster, isOfTheShop } from './shop-files.ts';

/** Nothing of a backup goes anywhere but below the two folders that it is unpacked into. */
const NAME = /^(?:data|pgdata|rows)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)*$/;

/** The list of files takes some 150 bytes for each of a few thousand. */
const LIST_BYTES = 64_000_000;

/** What a backup may hold at most. One that somebody made up shall end before the disk does. */
export interface UnpackLimits {
  /** A cluster of a shop has a few thousand files. */
  entries: number;
  /** Beyond four times what the first entry announces: rows as text take more room than the tables. */
  spareBytes: number;
}

const LIMITS: UnpackLimits = { entries: 1_000_000, spareBytes: 1_000_000_000 };

/** Where the parts of a backup go, once its first entry has told what it is. */
export type PlaceParts = (head: BackupHead) => Record<string, string>;

/**
 * Unpacks a backup and compares every file of it with the list at its end.
 * @throws StartError restore-failed when one byte is not what was written, or one file is missing.
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
  let parts: Record<string, string> = {};
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
    const path = pathOf(entry.name, parts);
    const most = 4 * head.bytes + limits.spareBytes;
    const onPart = (bytes: number) => {
      unpacked += bytes;
      if (unpacked > most) throw damaged(file, 'trae más de lo que anuncia');
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

/** No backup brings a note along that says where its cluster lies: it would lead to another shop's. */
function isWanted(name: string): boolean {
  const [part, top, ...rest] = name.split('/');
  if (top === undefined) return true;
  return part === 'pgdata' ? isOfTheCluster([top, ...rest].join('/')) : part !== 'data' || isOfTheShop(top);
}

/** Compared like the rest and left out: a cluster that came from elsewhere gets this program's configuration. */
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
    // PostgreSQL puts its own files on the disk when it recovers.
    if (entry.name.startsWith('data/')) await target.sync();
  } finally {
    await target.close();
  }
  return { name: entry.name, bytes, sha256: digest.digest('hex') };
}

/** What the first or last entry says, which is held in memory. */
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
