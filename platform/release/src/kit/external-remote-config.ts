import { remoteConfig } from '#src/federation/remote-config.ts';
import { modulesOf, readManifest } from '#src/kit/remote-manifest.ts';

/**
 * Vite configuration of a remote in a repository of its own, from its manifest: the same as that of the site's remotes.
 *
 * @param folder of the remote: `import.meta.dirname`.
 * @public exported by the package as `@taller/shared/kit`
 */
export function externalRemoteConfig(folder: string): ReturnType<typeof remoteConfig> {
  const manifest = readManifest(folder);
  return remoteConfig({ name: manifest.name, modules: modulesOf(manifest), from: folder });
}
