import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StorageAdapter } from '../lite/lite.ts';
import { contentType } from './content-type.ts';

type Metadata = Awaited<ReturnType<StorageAdapter['headObject']>>;
type Found = Awaited<ReturnType<StorageAdapter['getObject']>> & { body: Buffer };

/** A key that no file can have: the length of a file's name is limited. */
export class BadKey extends Error {}

/**
 * Keeps the objects of buckets as files: `<folder>/<bucket>/<key>`. A file is complete or absent: it is written beside
 * its place, synced and renamed.
 */
export class ObjectFiles implements StorageAdapter {
  readonly driver = undefined;
  readonly #folder: string;

  /** @param folder where the files are kept; created when the first one comes. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws BadKey if a part of the key cannot be a file's name. */
  #pathOf(bucket: string, key: string): string {
    const parts = [bucket, ...key.split('/')].map((part) => encodeURIComponent(part));
    if (parts.some((part) => part === '' || /^\.+$/.test(part) || part.length > 200)) throw new BadKey(key);
    return join(this.#folder, ...parts);
  }

  async uploadObject(
    ...[bucket, key, , body]: Parameters<StorageAdapter['uploadObject']>
  ): Promise<Metadata> {
    const path = this.#pathOf(bucket, key);
    const content = await bytesOf(body);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = `${path}.${randomBytes(6).toString('hex')}~`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return metadataOf(content, new Date());
  }

  async getObject(bucket: string, key: string): Promise<Found> {
    const path = this.#pathOf(bucket, key);
    const content = await readFile(path);
    const { mtime } = await stat(path);
    return { metadata: metadataOf(content, mtime), httpStatusCode: 200, body: content };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    return (await this.getObject(bucket, key)).metadata;
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    await rm(this.#pathOf(bucket, key), { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(
    ...[bucket, key, , toBucket, toKey]: Parameters<StorageAdapter['copyObject']>
  ): ReturnType<StorageAdapter['copyObject']> {
    const { body } = await this.getObject(bucket, key);
    const { eTag, lastModified } = await this.uploadObject(toBucket, toKey, undefined, body, '', '');
    return { httpStatusCode: 200, eTag, lastModified: lastModified ?? new Date() };
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.#pathOf(bucket, key)}`;
  }
}

async function bytesOf(body: Parameters<StorageAdapter['uploadObject']>[3]): Promise<Uint8Array> {
  return body instanceof Uint8Array
    ? body
    : new Uint8Array(await new Response(body as ReadableStream).arrayBuffer());
}

function metadataOf(content: Uint8Array, lastModified: Date): Metadata {
  return {
    // Objects of private buckets are read with the caller's rights each time.
    cacheControl: 'private, no-cache',
    contentLength: content.length,
    size: content.length,
    mimetype: contentType(content),
    lastModified,
    eTag: `"${createHash('md5').update(content).digest('hex')}"`,
  };
}
