import { execFileSync } from 'node:child_process';
import { ROOT } from '#src/workspace/root.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Files that differ from a commit, including new ones, as paths relative to the workspace's root.
 * @throws Error if the commit is unknown.
 */
export function changedFiles(since: string): string[] {
  const tracked = git('diff', '--name-only', '--no-renames', since, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...tracked, ...untracked])].sort();
}
