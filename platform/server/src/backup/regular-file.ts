import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type ReadStream,
} from 'node:fs';
import { codeOf } from '../errors/start-error.ts';

/**
 * Opens a file in a folder that others can write to: rejects links, which lead elsewhere, and pipes, which never end.
 * @returns its descriptor.
 */
function openRegular(path: string): number {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? notRegular(path) : error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw notRegular(path);
}

/** @throws Error for a link, a pipe or a folder. */
export const streamRegular = (path: string): ReadStream => createReadStream(path, { fd: openRegular(path) });

/** @throws Error for a link, a pipe or a folder. */
export function readRegular(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

const notRegular = (path: string): Error => new Error(`${path} no es un archivo`);
