import { existsSync } from 'node:fs';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Names of a new remote. */
export interface RemoteIdentity {
  /** Folder, package and registry name, e.g. `mfe-stock-fotos`. */
  name: `mfe-${string}`;
  /** Path of its first screen, `/stock-fotos`. */
  path: string;
  /** Key of that path and of its title, `stockFotos`. */
  key: string;
  /** Folder of its first feature, `stock-fotos`. */
  feature: string;
  /** Its texts, `stockFotosTexts`. */
  texts: string;
  /** Component of the screen, `StockFotosPage`. */
  component: string;
  /** File of the screen without its extension, `stock-fotos-page`. */
  file: string;
  /** Default title, `Stock fotos`. */
  title: string;
}

/** An invalid name. The message is in Spanish, for the developer. */
export class BadRemoteName extends Error {}

const WELL_FORMED = /^mfe-[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LONGEST = 30;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isWellFormed = (name: string): name is RemoteIdentity['name'] => WELL_FORMED.test(name);

/** Derives all names. @throws BadRemoteName if it is malformed, or already used by a remote, a folder or a path */
export function remoteIdentity(name: string): RemoteIdentity {
  if (!isWellFormed(name) || name.length > LONGEST) {
    throw new BadRemoteName(
      `«${name}» no sirve como nombre: debe empezar con mfe-, seguir con minúsculas sin tilde, números y guiones, y tener hasta ${LONGEST} letras. Por ejemplo: mfe-garantias`,
    );
  }
  const slug = name.slice('mfe-'.length);
  const words = slug.split('-');
  const pascal = words.map(capitalised).join('');
  const key = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const known: readonly string[] = REMOTE_NAMES;
  if (known.includes(name)) throw new BadRemoteName(`El remoto ${name} ya existe.`);
  if (existsSync(inRoot(name))) throw new BadRemoteName(`La carpeta ${name} ya existe; elige otro nombre.`);
  const taken = Object.values(paths).find((known) => known.path.split('/')[1] === slug);
  if (taken || Object.hasOwn(paths, key)) {
    throw new BadRemoteName(`La dirección /${slug} ya es de otra pantalla; elige otro nombre.`);
  }
  return {
    name,
    path: `/${slug}`,
    key,
    feature: slug,
    texts: `${key}Texts`,
    component: `${pascal}Page`,
    file: `${slug}-page`,
    title: capitalised(words.join(' ')),
  };
}
