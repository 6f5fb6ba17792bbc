import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract as newExtract } from 'tar-stream';
import { messageOf, StartError } from '../errors/start-error.ts';
import { checkedBy, TRAILER_BYTES } from './trailer.ts';

/** One entry of a backup. Its content has to be consumed before the next entry. */
export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  bytes: number;
  content: AsyncIterable<Buffer>;
}

const SEALED = 'age-encryption.org/v1\n';
const CHUNK = 1_000_000;
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Credentials for a backup and the WAL archive. */
export interface Opening {
  passphrase?: string | undefined;
  /**
   * Accepts unencrypted input although there is a passphrase: only the passphrase distinguishes the shop's backups from
   * forged ones.
   */
  acceptsPlain?: boolean | undefined;
}

/**
 * Iterates over the entries of a backup file.
 * @throws StartError restore-refused: not a backup, wrong passphrase, or an unencrypted one where an encrypted one is
 * expected; restore-failed: truncated or modified.
 */
export async function* readArchive(
  file: string,
  { passphrase, acceptsPlain = false }: Opening,
): AsyncGenerator<ArchiveEntry, void, void> {
  const sealed = kindOf(file) === 'sealed';
  if (!sealed && passphrase !== undefined && !acceptsPlain)
    throw refused(
      `El respaldo ${file} no está cifrado, y hay una clave de respaldos: pudo ponerlo ahí cualquiera que escriba en esa carpeta. ` +
        'Usa uno cifrado (….tar.zst.age). Si sabes que es tuyo y quieres recuperarlo así, agrega --unsealed.',
    );
  if (sealed && passphrase === undefined)
    throw refused(
      `El respaldo ${file} está cifrado: di su clave con BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE.`,
    );
  const plain = sealed ? await opened(file, passphrase ?? '') : trailed(file);
  const tar = newExtract();
  const unpacked = pipeline(plain, createZstdDecompress(), tar);
  unpacked.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== 'file' && type !== 'directory') throw damaged(file, `${name}: ${type}`);
      yield {
        name: name.replace(/\/$/, ''),
        isFolder: type === 'directory',
        bytes: size ?? 0,
        content: whole(file, entry as AsyncIterable<Buffer>),
      };
      // Unread content is skipped.
      entry.resume();
    }
    await unpacked;
  } catch (error) {
    throw error instanceof StartError ? error : damaged(file, error);
  } finally {
    tar.destroy();
    plain.destroy();
    await unpacked.catch(() => undefined);
  }
}

async function* whole(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  try {
    yield* content;
  } catch (error) {
    throw damaged(file, error);
  }
}

/** The content before the trailer of an unencrypted backup. */
function trailed(file: string): Readable {
  const { size } = statSync(file);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  const handle = openSync(file, 'r');
  readSync(handle, trailer, { position: Math.max(0, size - TRAILER_BYTES) });
  closeSync(handle);
  const end = size - TRAILER_BYTES - 1;
  const check = checkedBy(trailer);
  pipeline(createReadStream(file, { end: Math.max(0, end), highWaterMark: CHUNK }), check).catch(
    () => undefined,
  );
  return check;
}

async function opened(file: string, passphrase: string): Promise<Readable> {
  const raw = createReadStream(file, { highWaterMark: CHUNK });
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(raw) as unknown as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as never);
  } catch (error) {
    raw.destroy();
    if (!/no identity matched/.test(messageOf(error))) throw damaged(file, error);
    throw refused(`La clave no abre el respaldo ${file}: no es la suya, o el comienzo del archivo cambió.`);
  }
}

function kindOf(file: string): 'sealed' | 'plain' {
  const start = Buffer.alloc(SEALED.length);
  try {
    if (!statSync(file).isFile()) throw new Error('no es un archivo');
    const handle = openSync(file, 'r');
    readSync(handle, start);
    closeSync(handle);
  } catch (error) {
    throw refused(`No se pudo leer el respaldo ${file}: ${messageOf(error)}`, error);
  }
  if (start.toString('latin1') === SEALED) return 'sealed';
  if (start.subarray(0, ZSTD.length).equals(ZSTD)) return 'plain';
  throw refused(`${file} no es un respaldo de esta aplicación, o su comienzo cambió.`);
}

function refused(text: string, cause?: unknown): StartError {
  return new StartError('restore-refused', text, cause);
}

/** A backup whose content does not match its checksums. */
export function damaged(file: string, reason: unknown): StartError {
  const text = `El respaldo ${file} está dañado o incompleto (${messageOf(reason)}): no se recuperó nada de él. Usa otro.`;
  return new StartError('restore-failed', text, reason);
}
