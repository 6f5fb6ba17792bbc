import { existsSync } from 'node:fs';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { SCREEN_PERMISSIONS } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { isWholeStaff } from '#src/new-remote/permission-source.ts';
import { BadRemoteName, type RemoteChoices } from '#src/new-remote/remote-choices.ts';
import { isRemoteName } from '#src/workspace/remote-name.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Names of a new remote, and the choices for its first screen. */
export interface RemoteIdentity extends Required<RemoteChoices> {
  /** Folder, package and registry name, e.g. `mfe-stock-fotos`. */
  name: `mfe-${string}`;
  /** Path of its first screen: `/dashboard/stock-fotos` in the panel, else `/stock-fotos`. */
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
}

const LONGEST = 30;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isAt = (path: string) => (known: { path: string }) =>
  known.path === path || known.path.startsWith(`${path}/`);

/** Derives all names. @throws BadRemoteName if it is malformed, or already used by a remote, a folder or a path */
export function remoteIdentity(name: string, choices: RemoteChoices): RemoteIdentity {
  if (!isRemoteName(name) || name.length > LONGEST) {
    throw new BadRemoteName(
      `«${name}» no sirve como nombre: debe empezar con mfe-, seguir con minúsculas sin tilde, números y guiones, y tener hasta ${LONGEST} letras. Por ejemplo: mfe-ejemplo`,
    );
  }
  const slug = name.slice('mfe-'.length);
  const words = slug.split('-');
  const pascal = words.map(capitalised).join('');
  const key = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const known: readonly string[] = REMOTE_NAMES;
  if (known.includes(name)) throw new BadRemoteName(`El remoto ${name} ya existe.`);
  if (existsSync(inRoot(name))) throw new BadRemoteName(`La carpeta ${name} ya existe; elige otro nombre.`);
  const path = choices.menu === 'panel' ? `${paths.dashboard.path}/${slug}` : `/${slug}`;
  if (Object.values(paths).some(isAt(path)) || Object.hasOwn(paths, key)) {
    throw new BadRemoteName(`La dirección ${path} ya es de otra pantalla; elige otro nombre.`);
  }
  if (!isWholeStaff(choices.roles) && Object.hasOwn(SCREEN_PERMISSIONS, slug)) {
    throw new BadRemoteName(`Ya hay un permiso «${slug}», que es de otras pantallas; elige otro nombre.`);
  }
  return {
    ...choices,
    name,
    path,
    key,
    feature: slug,
    texts: `${key}Texts`,
    component: `${pascal}Page`,
    file: `${slug}-page`,
    title: choices.title ?? capitalised(words.join(' ')),
  };
}
