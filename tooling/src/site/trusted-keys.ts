import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { changeRelease, type PublishOptions } from '#src/site/change-release.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { readPublicKey } from '#src/site/signature.ts';

/** Lets a site accept only signed builds of a remote, also by this key. @returns how many keys it has then. */
export async function trustKey(name: RemoteName, file: string, options: PublishOptions): Promise<number> {
  const key = await readPublicKey(file);
  const { keys } = await changeRelease(options, async ({ release }) => {
    const present = release.keys?.[name] ?? [];
    if (present.includes(key)) return null;
    return { changed: { keys: { ...release.keys, [name]: [...present, key] } } };
  });
  return keys?.[name]?.length ?? 0;
}

/**
 * Takes a key away. Without any left the site accepts unsigned builds of the remote again.
 * @returns how many keys it has then.
 * @throws PublishError if the site does not have it.
 */
export async function distrustKey(name: RemoteName, file: string, options: PublishOptions): Promise<number> {
  const key = await readPublicKey(file);
  const { keys } = await changeRelease(options, async ({ release }) => {
    const present = release.keys?.[name] ?? [];
    if (!present.includes(key)) throw new PublishError(`Este sitio no tiene esa llave para ${name}.`);
    const rest = present.filter((other) => other !== key);
    if (rest.length === 0 && release.guests?.[name])
      throw new PublishError(
        `${name} es de otro repositorio y no se acepta sin firma: agrega antes otra llave con --trust, o quítalo con --dismiss.`,
      );
    return { changed: { keys: { ...release.keys, [name]: rest } } };
  });
  return keys?.[name]?.length ?? 0;
}
