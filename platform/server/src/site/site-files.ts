import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { servedFolder } from './served-folder.ts';

/** Content encoding of a response. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** A cached file of the site. */
export interface SiteFile {
  /** Path relative to the site's folder, with slashes. */
  name: string;
  etag: string;
  body(encoding: Encoding): Promise<Buffer>;
}

/** Files that are made while the server runs, and served in place of those in the folder. */
export interface MadeFiles {
  /** @param path normalised, relative to the site's folder. */
  find(path: string): Promise<SiteFile | undefined>;
}

interface Cached extends SiteFile {
  ino: number;
  mtimeMs: number;
  size: number;
}

const brotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Brotli quality for the first response, which takes half a millisecond for most files (9 takes ten times as long and
 * saves 0.5 %), and the best one, which takes half a second for the largest script and saves 7 %.
 */
const QUICK = 6;
const BEST = 11;
const TEXT = /\.(?:html|js|mjs|css|json|svg|txt|xml|webmanifest|map)$/;

/** Whether compression makes the file smaller: images and fonts are already compressed. */
export const isText = (name: string): boolean => TEXT.test(name);

/**
 * Cache of the files in a site's folder, each read and compressed again only after a change: a remote may be published
 * while the server runs.
 */
export class SiteFiles {
  readonly #folder: string;
  readonly #best: boolean;
  readonly #made: MadeFiles | undefined;
  readonly #cache = new Map<string, Cached>();
  /** Reads under way: a hundred requests for a file at once share one copy of it. */
  readonly #reading = new Map<string, Promise<Cached | undefined>>();

  /**
   * @param best whether responses after the first are compressed at the best quality, which takes some seconds for the
   * whole site.
   */
  constructor(folder: string, best = true, made?: MadeFiles) {
    this.#folder = folder;
    this.#best = best;
    this.#made = made;
  }

  /** The file of that name, or undefined. Path traversal and hidden files are rejected. */
  async find(name: string): Promise<SiteFile | undefined> {
    const path = normalize(name).replace(/^\/+/, '');
    if (path.startsWith('..') || path.includes('\0') || path.split(sep).some((part) => part.startsWith('.')))
      return undefined;
    const found = (await this.#made?.find(path)) ?? (await this.#read(this.#folder, path));
    if (found) return found;
    const served = await servedFolder(this.#folder);
    return served === this.#folder ? undefined : this.#read(served, path);
  }

  async #read(folder: string, path: string): Promise<SiteFile | undefined> {
    const full = join(folder, path);
    const info = await stat(full).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const { ino, mtimeMs, size } = info;
    const known = this.#cache.get(path);
    if (known && known.ino === ino && known.mtimeMs === mtimeMs && known.size === size) return known;
    const key = `${path}\0${ino} ${mtimeMs} ${size}`;
    const reading = this.#reading.get(key) ?? this.#readNow(full, path, { ino, mtimeMs, size });
    this.#reading.set(key, reading);
    return reading.finally(() => this.#reading.delete(key));
  }

  async #readNow(full: string, path: string, state: Pick<Cached, 'ino' | 'mtimeMs' | 'size'>) {
    const raw = await readFile(full).catch(() => undefined);
    // Race condition: the folder was switched to a release without the file.
    if (!raw) return undefined;
    const file = { ...siteFile(path.replaceAll(sep, '/'), raw, this.#best), ...state };
    this.#cache.set(path, file);
    return file;
  }
}

const packBrotli = (raw: Buffer, quality: number): Promise<Buffer> =>
  brotli(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  });

/** A file of that content, compressed when it is first asked for. */
export function siteFile(name: string, raw: Buffer, withBest: boolean): SiteFile {
  const packed = new Map<Encoding, Promise<Buffer>>();
  const packAs = (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'identity') return Promise.resolve(raw);
    if (encoding === 'gzip') return packGzip(raw, { level: 9 });
    const quick = packBrotli(raw, QUICK);
    // The best compression runs in the background; later responses use it.
    if (withBest) void packBrotli(raw, BEST).then((best) => packed.set('br', Promise.resolve(best)));
    return quick;
  };
  return {
    name,
    etag: createHash('sha256').update(raw).digest('base64url').slice(0, 22),
    body: (encoding) => {
      const known = packed.get(encoding) ?? packAs(encoding);
      packed.set(encoding, known);
      return known;
    },
  };
}
