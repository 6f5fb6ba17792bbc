import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack as newPack, type Pack } from 'tar-stream';
import { isDiskFull, syncFolder } from '../config/data-dir.ts';
import { passphraseCost } from '../config/passphrase.ts';
import { isRunning } from '../postgres/postmaster.ts';
import { codeOf, messageOf, StartError } from '../errors/start-error.ts';
import { withTrailer } from './trailer.ts';
import { MANIFEST_ENTRY, type BackedUpFile, type BackupManifest } from './manifest.ts';

type Sink = ReturnType<Pack['entry']>;

const CHUNK = 1_000_000;
const PARTIAL = /^\.taller-.*\.(?<pid>\d+)-[0-9a-f]{8}\.parcial$/;

interface Place {
  folder: string;
  /** Temporary path of the file until it is complete. */
  partial: string;
  /** Prefix and suffix of its name. */
  prefix: string;
  suffix: string;
}

/**
 * Writes a backup file: tar, compressed with zstd, encrypted with age if there is a passphrase. It is renamed to its
 * final name when it is complete and synced to disk; until then it is a hidden file that the next backup deletes.
 */
export class ArchiveWriter {
  readonly #place: Place;
  readonly #pack: Pack;
  readonly #written: Promise<void>;
  readonly #files: BackedUpFile[] = [];

  private constructor(place: Place, pack: Pack, written: Promise<void>) {
    this.#place = place;
    this.#pack = pack;
    this.#written = written;
    // If the file cannot be written, `written` rejects with the cause.
    pack.on('error', () => undefined);
    written.catch(() => undefined);
  }

  /** @throws StartError backup-failed if the folder is not writable. */
  static async create(
    folder: string,
    prefix: string,
    passphrase: string | undefined,
  ): Promise<ArchiveWriter> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removePartial(folder);
      const token = randomBytes(4).toString('hex');
      const partial = join(folder, `.taller-respaldo.${process.pid}-${token}.parcial`);
      const place = (suffix: string): Place => ({ folder, partial, prefix, suffix });
      const pack = newPack();
      const packed = Readable.from(pack, { objectMode: false });
      const zstd = createZstdCompress();
      const file = createWriteStream(partial, { fd: openSync(partial, 'wx', 0o600), flush: true });
      if (passphrase === undefined)
        return new ArchiveWriter(place('.tar.zst'), pack, pipeline(packed, zstd, withTrailer(), file));
      const encrypter = new Encrypter();
      encrypter.setPassphrase(passphrase);
      encrypter.setScryptWorkFactor(passphraseCost());
      // Web streams do not propagate errors upstream: the whole pipeline has to fail with each of its parts.
      const compressed = pipeline(packed, zstd);
      const sealed = await encrypter.encrypt(Readable.toWeb(zstd) as ReadableStream<Uint8Array>);
      const stored = pipeline(Readable.fromWeb(sealed as never), file);
      const written = Promise.all([compressed, stored]).then(() => undefined);
      return new ArchiveWriter(place('.tar.zst.age'), pack, written);
    } catch (error) {
      throw failed(folder, error);
    }
  }

  addFolder(name: string): Promise<void> {
    return this.#race(
      new Promise<void>((resolve, reject) => {
        this.#pack.entry({ name: `${name}/`, type: 'directory', mode: 0o700 }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    );
  }

  add(name: string, content: Buffer | string): Promise<void> {
    const bytes = Buffer.from(content);
    return this.addChunks(name, bytes.length, [bytes]);
  }

  /**
   * Adds a file that may be written to meanwhile: its current content, zero-padded if it is truncated.
   * @returns its length; undefined if it no longer exists.
   */
  async addFile(name: string, path: string): Promise<number | undefined> {
    const file = await open(path, 'r').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      await this.addChunks(name, size, readExactly(file, size));
      return size;
    } finally {
      await file.close();
    }
  }

  async addChunks(
    name: string,
    size: number,
    chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): Promise<void> {
    const digest = createHash('sha256');
    const write = async () => {
      let sink: Sink | undefined;
      const stored = new Promise<void>((resolve, reject) => {
        sink = this.#pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      });
      stored.catch(() => undefined);
      sink?.on('error', () => undefined);
      for await (const chunk of chunks) {
        digest.update(chunk);
        if (sink?.write(chunk) === false)
          await new Promise<void>((resolve) => sink?.once('drain', () => resolve()));
      }
      sink?.end(undefined);
      await stored;
    };
    await this.#race(write());
    this.#files.push({ name, bytes: size, sha256: digest.digest('hex') });
  }

  /** Writes the list of contents and renames the file to its final name. @returns its path and length. */
  async finish(facts: Omit<BackupManifest, 'files'>): Promise<{ file: string; bytes: number }> {
    const manifest: BackupManifest = { ...facts, files: [...this.#files] };
    await this.add(MANIFEST_ENTRY, JSON.stringify(manifest));
    this.#pack.finalize();
    try {
      await this.#written;
      const file = this.#freeName(facts.finishedAt);
      renameSync(this.#place.partial, file);
      syncFolder(this.#place.folder);
      return { file, bytes: statSync(file).size };
    } catch (error) {
      throw failed(this.#place.folder, error);
    }
  }

  /** Aborts the backup and deletes the file. */
  async abort(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    rmSync(this.#place.partial, { force: true });
  }

  /** Write errors are reported by the file, not by the waiting entry. */
  async #race(work: Promise<void>): Promise<void> {
    work.catch(() => undefined);
    const early = this.#written.then(() => Promise.reject(new Error('el archivo se cerró antes de tiempo')));
    early.catch(() => undefined);
    try {
      await Promise.race([work, early]);
    } catch (error) {
      throw failed(this.#place.folder, error);
    }
  }

  #freeName(finishedAt: string): string {
    const stamp = finishedAt.replaceAll(/[-:]|\.\d+/g, '');
    for (let n = 1; ; n += 1) {
      const file = join(
        this.#place.folder,
        `${this.#place.prefix}${stamp}${n > 1 ? `-${n}` : ''}${this.#place.suffix}`,
      );
      if (!existsSync(file)) return file;
    }
  }
}

async function* readExactly(
  file: Awaited<ReturnType<typeof open>>,
  size: number,
): AsyncGenerator<Buffer, void, void> {
  for (let at = 0; at < size;) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    // Truncated meanwhile: WAL replay restores such a file's length when the backup is restored.
    yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
    at += bytesRead === 0 ? chunk.length : bytesRead;
  }
}

/** Deletes what interrupted backups left. */
function removePartial(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(PARTIAL.exec(name)?.groups?.pid);
    if (pid && !isRunning(pid)) rmSync(join(folder, name), { force: true });
  }
}

function failed(folder: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const text = isDiskFull(error)
    ? `No se pudo hacer el respaldo: el disco de ${folder} está lleno. Libera espacio, o elige otra carpeta; no quedó nada a medias.`
    : `No se pudo escribir el respaldo en ${folder}: ${messageOf(error)}`;
  return new StartError('backup-failed', text, error);
}
