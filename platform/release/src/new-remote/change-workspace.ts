import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

const PNPM = 'pnpm@12.21.0';
const LOCK_FILE = 'pnpm-lock.yaml';

/** Reads a file of the workspace. */
export const readSource = (file: string): Promise<string> => readFile(inRoot(file), 'utf8');

async function ensure(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}:\n${output}`);
}

/**
 * Writes files of the workspace, formatted.
 * @param files new texts by path, of new files and of existing ones.
 * @param install links dependencies and updates the lock file.
 * @throws any failure, after restoring the existing files.
 */
export async function changeWorkspace(
  files: ReadonlyMap<string, string>,
  { install }: { install: boolean },
): Promise<void> {
  const before = new Map<string, string>();
  for (const file of [...files.keys(), LOCK_FILE]) {
    if (existsSync(inRoot(file))) before.set(file, await readSource(file));
  }
  try {
    for (const [file, text] of files) {
      await mkdir(dirname(inRoot(file)), { recursive: true });
      await writeFile(inRoot(file), text);
    }
    await ensure('oxfmt', [...files.keys()]);
    if (install) await ensure('npx', ['-y', PNPM, 'install', '--no-frozen-lockfile', '--prefer-offline']);
  } catch (error) {
    for (const file of files.keys()) if (!before.has(file)) await rm(inRoot(file), { force: true });
    for (const [file, text] of before) await writeFile(inRoot(file), text);
    throw error;
  }
}
