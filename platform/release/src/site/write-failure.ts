import { dirname, sep } from 'node:path';
import { PublishError } from '#src/site/publish-error.ts';

/** SQLite's result codes for a lock file that is read-only or cannot be opened. */
const UNWRITABLE_LOCK = new Set([8, 14]);
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

interface Failure extends NodeJS.ErrnoException {
  dest?: string;
  /** Result code of SQLite. */
  errcode?: number;
}

/**
 * Converts an error of an unwritable folder into advice for the operator. The site has not changed yet.
 * @param error the error that ended the change.
 * @param site path of the site's folder.
 * @returns null for other errors.
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
