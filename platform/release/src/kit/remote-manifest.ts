import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { parseDeclaredScreens } from '#src/site/declared-screens.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { isRemoteName } from '#src/workspace/remote-name.ts';

/** File in which a remote of another repository declares its name and its screens. */
export const MANIFEST_FILE = 'remote.json';

/** Contents of that file. */
export interface RemoteManifest {
  name: RemoteName;
  screens: DeclaredScreen[];
}

/**
 * Reads the manifest of a remote.
 * @param folder of the remote.
 * @throws PublishError if it is missing or wrong.
 */
export function readManifest(folder: string): RemoteManifest {
  const file = join(folder, MANIFEST_FILE);
  let given: { name?: unknown; screens?: unknown };
  try {
    given = JSON.parse(readFileSync(file, 'utf8')) as typeof given;
  } catch (error) {
    throw new PublishError(
      `No se puede leer ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const { name, screens } = given;
  if (typeof name !== 'string' || !isRemoteName(name))
    throw new PublishError(`${file}: name debe empezar con mfe- y seguir con minúsculas, números y guiones.`);
  return { name, screens: parseDeclaredScreens(name, screens) };
}

/** The modules that its screens are in. */
export const modulesOf = ({ screens }: RemoteManifest): string[] => [
  ...new Set(screens.map(({ module = 'routes' }) => module)),
];
