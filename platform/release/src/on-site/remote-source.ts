import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { SiteError } from '#src/on-site/site-error.ts';

/** A remote's sources, in this workspace or anywhere else. */
export interface RemoteSource {
  name: RemoteName;
  /** Absolute path. */
  folder: string;
  /** Exposed modules; module `x` is `src/remote/x.tsx`. */
  modules: string[];
  /** Path in a site at which to begin. */
  start: string;
  /** Screens of a remote of another repository, which a site may not have yet. */
  screens?: DeclaredScreen[];
}

interface Package {
  name?: string;
  taller?: { start?: { path?: string } };
}

const MODULE = /^(?<name>[\w-]+)\.tsx$/;

/**
 * Reads a remote's name, modules and first screen from its folder.
 * @param screens screens of a remote of another repository.
 * @throws SiteError if the folder does not contain a remote.
 */
export function readRemoteSource(path: string, screens?: DeclaredScreen[]): RemoteSource {
  const folder = resolve(path);
  const noRemote = (why: string) => new SiteError(`${folder} no es la carpeta de un remoto: ${why}.`);
  let text: string;
  let files: string[];
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
    files = readdirSync(join(folder, 'src/remote'));
  } catch {
    throw noRemote('faltan package.json o src/remote');
  }
  const { name = '', taller } = JSON.parse(text) as Package;
  const short = name.slice(name.lastIndexOf('/') + 1);
  if (!short.startsWith('mfe-')) throw noRemote(`su package.json se llama «${name}», y no «…/mfe-…»`);
  const modules = files.flatMap((file) => MODULE.exec(file)?.groups?.name ?? []).sort();
  if (modules.length === 0) throw noRemote('src/remote no tiene módulos');
  const start = taller?.start?.path ?? screens?.[0]?.path ?? '/';
  return { name: short as RemoteName, folder, modules, start, screens };
}
