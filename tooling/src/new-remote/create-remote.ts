import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { registered } from '#src/new-remote/registrations.ts';
import { remoteFiles } from '#src/new-remote/remote-files.ts';
import { remoteIdentity, type RemoteIdentity } from '#src/new-remote/remote-identity.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

const PNPM = 'pnpm@12.21.0';
const LOCK_FILE = 'pnpm-lock.yaml';

async function ensure(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`);
}

/**
 * Creates a remote that builds, is tested and is part of the site: its folder, and its entry in the list of screens.
 * @param install links its dependencies and updates the lock file.
 * @throws BadRemoteName, or any other failure, after restoring the previous state
 */
export async function createRemote(name: string, { install }: { install: boolean }): Promise<RemoteIdentity> {
  const remote = remoteIdentity(name);
  const read = (file: string) => readFile(inRoot(file), 'utf8');
  const changes = await registered(remote, read);
  const before = new Map<string, string>();
  for (const file of [...changes.keys(), LOCK_FILE]) before.set(file, await read(file));
  const files = new Map([...remoteFiles(remote), ...changes]);
  try {
    for (const [file, text] of files) {
      await mkdir(dirname(inRoot(file)), { recursive: true });
      await writeFile(inRoot(file), text);
    }
    await ensure('oxfmt', [...files.keys()]);
    if (install) await ensure('npx', ['-y', PNPM, 'install', '--no-frozen-lockfile', '--prefer-offline']);
  } catch (error) {
    await rm(inRoot(name), { recursive: true, force: true });
    for (const [file, text] of before) await writeFile(inRoot(file), text);
    throw error;
  }
  return remote;
}
