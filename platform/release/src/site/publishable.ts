import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import {
  DESCRIPTOR_FILE,
  PRIVATE_FOLDER,
  readRemote,
  type RemoteDescriptor,
} from '#src/build/descriptors.ts';
import { overBudget } from '#src/build/module-budgets.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { assertOnlyFiles, assertWellFormed } from '#src/site/published-descriptor.ts';

/** Another host for a remote's files. */
export interface OtherHost {
  /** Base URL of the remote's builds: `<base><name>/<build>/`. */
  base: string;
  /**
   * Local folder that the host serves there, to which the files are written; absent if they are uploaded by other
   * means.
   */
  files?: string;
}

/** A build that may be put into a site. */
export interface Publishable {
  descriptor: RemoteDescriptor;
  /** URL of its folder on another host. */
  base?: string;
}

/**
 * Reads a build, checks everything that does not depend on the site, and reports duplicate packages.
 * @param folder of the build, with its descriptor.
 * @throws PublishError if it is another remote's, or if a module is over its budget.
 */
export async function readPublishable(
  name: RemoteName,
  folder: string,
  { host, log }: { host?: OtherHost; log?: (line: string) => void },
): Promise<Publishable> {
  if (!existsSync(join(folder, DESCRIPTOR_FILE)))
    throw new PublishError(
      `${folder} no es una versión construida: le falta ${DESCRIPTOR_FILE}. Constrúyela con los comandos del remoto.`,
    );
  await assertOnlyFiles(folder);
  const descriptor = await readRemote(folder);
  if (descriptor.name !== name)
    throw new PublishError(`${folder} es una versión de ${descriptor.name}, no de ${name}.`);
  await assertWellFormed(folder, descriptor);
  const base = host && new URL(`${name}/${descriptor.build}/`, host.base.replace(/\/*$/, '/')).href;
  const tooHeavy = await overBudget(descriptor, folder);
  if (tooHeavy.length > 0) throw new PublishError(`${name} no se publicó: ${tooHeavy.join('\n')}`);
  for (const { name: twice, version, bytes } of descriptor.duplicates ?? [])
    log?.(
      `  ${name} lleva ${twice} más de una vez: ${version} (${Math.round(bytes / 1000)} kB sin comprimir)`,
    );
  return { descriptor, base };
}

/** Copies a build's files to the folder that the other host serves; an existing build is unchanged. */
export async function copyToHost(descriptor: RemoteDescriptor, folder: string, files: string): Promise<void> {
  const target = join(files, descriptor.name, descriptor.build);
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.${process.pid}`;
  try {
    const isServed = (path: string) => !path.endsWith(`/${PRIVATE_FOLDER}`);
    await cp(folder, temporary, { recursive: true, filter: isServed });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
