import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How an answer's body is packed. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** A file of the site as it is in memory. */
export interface SiteFile {
  /** Path below the site's folder, with slashes. */
  name: string;
  etag: string;
  body(encoding: Encoding): Promise<Buffer>;
}

interface Cached extends SiteFile {
  ino: number;
  mtimeMs: number;
  size: number;
}

const brotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Brotli's quality for a first answer, in a few milliseconds, and the best one, which takes half a second for the largest script and saves 7 %. */
const QUICK = 9;
const BEST = 11;
const TEXT = /\.(?:html|js|mjs|css|json|svg|txt|xml|webmanifest|map)$/;

/** Whether packing makes the file smaller: pictures and fonts are packed already. */
export const isText = (name: string): boolean => TEXT.test(name);

/**
 * The files of a site's folder, each read and packed once and again after it changed: a remote may be published while the
 * server runs.
 */
export class SiteFiles {
  readonly #folder: string;
  readonly #best: boolean;
  readonly #cache = new Map<string, Cached>();

  /** @param best whether answers after the first one are packed with the best quality, which costs some seconds for all of a site. */
  constructor(folder: string, best = true) {
    this.#folder = folder;
    this.#best = best;
  }

  /** The file of that name, or undefined. Names that lead out of the folder, or to hidden files, have none. */
  async find(name: string): Promise<SiteFile | undefined> {
    const path = normalize(name);
    if (path.startsWith('..') || path.includes('\0') || path.split(sep).some((part) => part.startsWith('.')))
      return undefined;
    const full = join(this.#folder, path);
    const info = await stat(full).catch(() => undefined);
    if (!info?.isFile()) return undefined;
    const { ino, mtimeMs, size } = info;
    const known = this.#cache.get(path);
    if (known && known.ino === ino && known.mtimeMs === mtimeMs && known.size === size) return known;
    const raw = await readFile(full).catch(() => undefined);
    // Gone between the two looks: the folder was switched to a release without it.
    if (!raw) return undefined;
    const file = { ...asFile(path.replaceAll(sep, '/'), raw, this.#best), ino, mtimeMs, size };
    this.#cache.set(path, file);
    return file;
  }
}

const packBrotli = (raw: Buffer, quality: number): Promise<Buffer> =>
  brotli(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  });

function asFile(name: string, raw: Buffer, withBest: boolean): SiteFile {
  const packed = new Map<Encoding, Promise<Buffer>>();
  const packAs = (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'identity') return Promise.resolve(raw);
    if (encoding === 'gzip') return packGzip(raw, { level: 9 });
    const quick = packBrotli(raw, QUICK);
    // Nobody waits for the best packing: the answers after it have it.
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
