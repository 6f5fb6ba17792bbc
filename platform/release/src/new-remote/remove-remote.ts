import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { changeWorkspace, readSource } from '#src/new-remote/change-workspace.ts';
import { BadRemoteName } from './remote-choices.ts';
import { PERMISSIONS_FILE } from '#src/new-remote/permission-source.ts';
import { SCREENS_FILE } from '#src/new-remote/screens-source.ts';
import { screensOf, unregistered } from '#src/new-remote/unregistrations.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

/** Result of a removal, with the references that must be removed by hand. */
export interface Removed {
  /** Addresses that no longer exist. */
  addresses: string[];
  /** Files that still name the remote or one of its addresses. */
  left: string[];
}

/** The remote's code and its browser tests. */
const foldersOf = (name: string) => [name, `e2e/${name}`].filter((folder) => existsSync(inRoot(folder)));

const lines = (output: string) => output.split('\n').filter((line) => line !== '');

/** Files of the workspace that match, outside of the remote's own. */
async function filesWith(pattern: string, name: string): Promise<string[]> {
  const own = [name, `e2e/${name}`].map((folder) => `:!${folder}`);
  const { code, output } = await run('git', ['grep', '--untracked', '-lE', pattern, '--', '.', ...own], {
    quiet: true,
  });
  // 1: nothing was found.
  if (code > 1) throw new Error(output);
  return code === 0 ? lines(output) : [];
}

/** The site's code without tests, which do not show whether a permission is needed. */
const isCode = (file: string) =>
  /^(?:shared|shell|mfe-[\w-]+)\/src\//.test(file) && !/\.test\.tsx?$/.test(file);

/** Whether code asks for a permission, besides the list that defines it and the list of screens. */
async function isAsked(permission: string, name: string): Promise<boolean> {
  const files = await filesWith(`(mayOpen|permission).*'${permission}'`, name);
  return files.some((file) => isCode(file) && ![SCREENS_FILE, PERMISSIONS_FILE].includes(file));
}

/** Refuses to delete files with uncommitted changes. */
async function assertKept(name: string): Promise<void> {
  const { code, output } = await run('git', ['status', '--porcelain', '-uall', '--', ...foldersOf(name)], {
    quiet: true,
  });
  if (code !== 0) throw new Error(output);
  const unsaved = lines(output);
  if (unsaved.length === 0) return;
  throw new BadRemoteName(
    `git no tiene ${unsaved.length === 1 ? 'un archivo' : `${unsaved.length} archivos`} de ${name} como ${
      unsaved.length === 1 ? 'está' : 'están'
    } ahora, y se perderían:\n${unsaved
      .slice(0, 5)
      .map((line) => `    ${line.slice(3)}`)
      .join('\n')}\n  Confírmalos primero, o repite la orden con --discard si ya no los quieres.`,
  );
}

/**
 * Removes a remote: its folders, its screens, and its entries in every list.
 * @param install updates the lock file.
 * @param discard also deletes uncommitted changes.
 * @throws BadRemoteName, or any other failure, after restoring the previous state
 */
export async function removeRemote(
  name: string,
  { install, discard }: { install: boolean; discard: boolean },
): Promise<Removed> {
  const known: readonly string[] = REMOTE_NAMES;
  if (!known.includes(name))
    throw new BadRemoteName(`No existe el remoto «${name}». Los que hay: ${known.join(', ')}.`);
  if (!discard) await assertKept(name);
  const own = screensOf(name);
  const changes = await unregistered(name, readSource, (permission) => isAsked(permission, name));
  await mkdir(inRoot('.cache'), { recursive: true });
  const aside = await mkdtemp(inRoot('.cache/removed-'));
  const moved = foldersOf(name).map((folder) => [inRoot(folder), join(aside, folder)] as const);
  try {
    for (const [from, to] of moved) {
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
    }
    await changeWorkspace(changes, { install });
  } catch (error) {
    for (const [from, to] of moved) if (existsSync(to)) await rename(to, from);
    throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  const used = [...own.keys()].map((key) => `paths\\.${key}\\b`);
  const left = await filesWith([`\\b${name}([^a-z0-9-]|$)`, ...used].join('|'), name);
  return {
    addresses: [...new Set([...own.values()].map(({ path }) => path))],
    left: left.filter((file) => basename(file) !== 'pnpm-lock.yaml'),
  };
}
