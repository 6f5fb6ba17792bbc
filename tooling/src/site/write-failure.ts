import { dirname, sep } from 'node:path';
import { PublishError } from '#src/site/publish-error.ts';

/** Of SQLite, for the lock file: it cannot be written to, or not be opened. */
const UNWRITABLE_LOCK = new Set([8, 14]);
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

interface Failure extends NodeJS.ErrnoException {
  dest?: string;
  /** Of SQLite. */
  errcode?: number;
}

/**
 * What to do when a site's folder takes no files, before anything of it has changed.
 * @param error whatever ended the change.
 * @param site path of the site's folder.
 * @returns null if it is something else.
 */
export function writeFailure(error: unknown, site: string): PublishError | null {
  const { code = '', errcode = 0, path = '', dest = '' } = error as Failure;
  if (code === 'ENOSPC')
    return new PublishError(
      `No queda espacio en el disco de ${site}: libera y vuelve a intentarlo. El sitio sigue como estaba.`,
    );
  const isOfSite = [path, dest].some((file) => file.startsWith(dirname(site) + sep));
  if (!UNWRITABLE_LOCK.has(errcode) && !(UNWRITABLE.has(code) && isOfSite)) return null;
  return new PublishError(
    `No se puede escribir en la carpeta de ${site}: revisa sus permisos, y que su disco no sea de solo lectura. ` +
      'El sitio sigue como estaba.',
  );
}
