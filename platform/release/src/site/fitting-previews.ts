import { join } from 'node:path';
import { readRemote } from '#src/build/descriptors.ts';
import { misfitOf, type Running, type ShellContract } from '#src/site/assert-fits.ts';
import { type Preview, remoteFolder } from '#src/site/release.ts';

/**
 * The previews of a site that another shell can show; the caller closes the others.
 * @param log receives a line in Spanish for each preview to close.
 */
export async function fittingPreviews(
  { folder, release }: Running,
  next: ShellContract,
  log: (line: string) => void = () => undefined,
): Promise<Preview[]> {
  const fitting: Preview[] = [];
  for (const preview of release.previews ?? []) {
    const { remote, build } = preview;
    const descriptor = await readRemote(join(folder, remoteFolder(remote, build))).catch(() => null);
    const reason = descriptor ? misfitOf(descriptor, next) : 'su descripción no se puede leer';
    if (reason === null) fitting.push(preview);
    else log(`  la vista previa ${build} de ${remote} se cierra: ${reason}`);
  }
  return fitting;
}
