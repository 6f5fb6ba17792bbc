import { join } from 'node:path';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { remoteFolder, type Release } from '#src/site/release.ts';
import { assertSigned, readPublicKey } from '#src/site/signature.ts';

/** Adds a key to a remote; the site then accepts only signed builds of it. @returns the number of keys. */
export async function trustKey(name: RemoteName, file: string, options: PublishOptions): Promise<number> {
  const key = await readPublicKey(file);
  const { keys } = await changeRelease(options, async ({ release }) => {
    const present = release.keys?.[name] ?? [];
    if (present.includes(key)) return null;
    return { changed: { keys: { ...release.keys, [name]: [...present, key] } } };
  });
  return keys?.[name]?.length ?? 0;
}

/** Running and previewed builds of a remote that none of these keys signed. */
async function unsignedBuilds(
  name: RemoteName,
  keys: readonly string[],
  { release, folder }: { release: Release; folder: string },
): Promise<Set<string>> {
  const current = release.remotes[name]?.current;
  const previewed = release.previews?.filter(({ remote }) => remote === name).map(({ build }) => build) ?? [];
  const builds = new Set([current, ...previewed].filter((build) => build !== undefined));
  for (const build of builds)
    await assertSigned(name, join(folder, remoteFolder(name, build)), keys).then(
      () => builds.delete(build),
      (error: unknown) => {
        if (!(error instanceof PublishError)) throw error;
      },
    );
  return builds;
}

/**
 * Removes a key, and closes the previews of builds that no other key signed. A running build stays and is reported.
 * Without any key left, the site accepts unsigned builds of the remote again.
 * @returns the number of keys left.
 * @throws PublishError if the site does not have the key.
 */
export async function distrustKey(name: RemoteName, file: string, options: PublishOptions): Promise<number> {
  const key = await readPublicKey(file);
  const { keys } = await changeRelease(options, async (running) => {
    const { release } = running;
    const present = release.keys?.[name] ?? [];
    if (!present.includes(key)) throw new PublishError(`Este sitio no tiene esa llave para ${name}.`);
    const rest = present.filter((other) => other !== key);
    if (rest.length === 0 && release.guests?.[name])
      throw new PublishError(
        `${name} es de otro repositorio y no se acepta sin firma: agrega antes otra llave con --trust, o quítalo con --dismiss.`,
      );
    const unsigned = await unsignedBuilds(name, rest, running);
    const isClosed = ({ remote, build }: { remote: string; build: string }) =>
      remote === name && unsigned.has(build);
    const say = (line: string) => options.log?.(`  ${line}: ninguna llave que queda la firmó`);
    for (const preview of release.previews?.filter(isClosed) ?? [])
      say(`la vista previa ${preview.build} de ${name} se cierra`);
    const current = release.remotes[name]?.current;
    if (current && unsigned.has(current)) say(`${current} sigue publicada hasta la próxima publicación`);
    return {
      changed: {
        keys: { ...release.keys, [name]: rest },
        previews: release.previews?.filter((preview) => !isClosed(preview)),
      },
    };
  });
  return keys?.[name]?.length ?? 0;
}
