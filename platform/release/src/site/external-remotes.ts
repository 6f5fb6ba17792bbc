import type { Role } from '@taller/shared/access/roles.ts';
import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';
import { readShell, type ShellDescriptor } from '#src/build/descriptors.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { screensOfOtherBuilds, pathsOf } from '#src/site/external-remote-checks.ts';
import { isBelow, overlaps, parsePrefix } from '#src/site/declared-screens.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { shellFolder, type ExternalRemote, type Release } from '#src/site/release.ts';
import { readPublicKey } from '#src/site/signature.ts';

/** Rejects an address at which the shell, a remote of the workspace or another external remote has screens. */
async function assertFree(
  name: RemoteName,
  prefix: string,
  running: { folder: string; release: Release },
  shell: ShellDescriptor,
): Promise<void> {
  const brought = (await screensOfOtherBuilds(name, running)).map(({ path }) => path);
  const own = [...pathsOf(shell), ...brought].find((path) => isBelow(path, prefix) || overlaps(path, prefix));
  if (own !== undefined)
    throw new PublishError(`La dirección ${prefix} ya es de otra pantalla del sitio: ${own}.`);
  for (const [other, external] of Object.entries(running.release.guests ?? {})) {
    if (other !== name && (isBelow(external.prefix, prefix) || isBelow(prefix, external.prefix)))
      throw new PublishError(`La dirección ${prefix} ya es de ${other}, admitido con ${external.prefix}.`);
  }
}

/** An admin's decision to admit a remote of another repository. */
export interface Admission {
  prefix: string;
  roles: Role[];
  /** File with the team's public key (signature.ts). */
  key: string;
}

/**
 * Admits a remote of another repository, so that the site accepts builds signed by its team. Admitting it again changes
 * address and roles, and adds the key.
 * @throws PublishError if the name or the address is taken.
 */
export async function admitRemote(
  name: RemoteName,
  { prefix: given, roles, key: file }: Admission,
  options: PublishOptions,
): Promise<ExternalRemote> {
  const prefix = parsePrefix(given);
  const key = await readPublicKey(file);
  let admitted: ExternalRemote | undefined;
  await changeRelease(options, async (running, now) => {
    const { release, folder } = running;
    if (REMOTE_NAMES.includes(name) || (release.remotes[name] && !release.guests?.[name]))
      throw new PublishError(`${name} es un remoto de este sitio: el de otro repositorio lleva otro nombre.`);
    await assertFree(name, prefix, running, await readShell(shellFolder(folder)));
    admitted = { prefix, roles, admittedAt: release.guests?.[name]?.admittedAt ?? now.toISOString() };
    const keys = release.keys?.[name] ?? [];
    return {
      changed: {
        guests: { ...release.guests, [name]: admitted },
        keys: { ...release.keys, [name]: keys.includes(key) ? keys : [...keys, key] },
      },
    };
  });
  if (!admitted) throw new Error('The release was not changed');
  return admitted;
}

const without = <Value>(all: Record<RemoteName, Value> | undefined, name: RemoteName) => {
  const { [name]: _, ...others } = all ?? {};
  return others as Record<RemoteName, Value>;
};

/**
 * Removes an external remote with its screens and keys. Its files stay for open tabs. @throws PublishError for other
 * remotes
 */
export async function dismissRemote(name: RemoteName, options: PublishOptions): Promise<void> {
  await changeRelease(options, async ({ release }) => {
    if (!release.guests?.[name]) throw new PublishError(`${name} no está admitido en este sitio.`);
    return {
      changed: {
        guests: without(release.guests, name),
        keys: without(release.keys, name),
        remotes: without(release.remotes, name),
        previews: release.previews?.filter(({ remote }) => remote !== name),
      },
    };
  });
}
