import { rm } from 'node:fs/promises';
import { changeWorkspace, readSource } from '#src/new-remote/change-workspace.ts';
import { registered } from '#src/new-remote/registrations.ts';
import type { RemoteChoices } from '#src/new-remote/remote-choices.ts';
import { listFiles, listRegistered } from '#src/new-remote/list-files.ts';
import { remoteFiles } from '#src/new-remote/remote-files.ts';
import { remoteIdentity, type RemoteIdentity } from '#src/new-remote/remote-identity.ts';
import { inRoot } from '#src/workspace/root.ts';

/**
 * Creates a remote that builds, is tested and is part of the site: its folder, and its entry in the list of screens.
 * @param install links its dependencies and updates the lock file.
 * @throws BadRemoteName, or any other failure, after restoring the previous state
 */
export async function createRemote(
  name: string,
  choices: RemoteChoices,
  { install }: { install: boolean },
): Promise<RemoteIdentity> {
  const remote = remoteIdentity(name, choices);
  const changes = await registered(remote, readSource);
  const list = choices.list ? [...listFiles(remote), ...(await listRegistered(remote, readSource))] : [];
  try {
    await changeWorkspace(new Map([...remoteFiles(remote), ...changes, ...list]), { install });
  } catch (error) {
    await rm(inRoot(name), { recursive: true, force: true });
    throw error;
  }
  return remote;
}
