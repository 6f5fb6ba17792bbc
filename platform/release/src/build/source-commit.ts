import { execFileSync } from 'node:child_process';
import { inRoot } from '#src/workspace/root.ts';

/** The sources of a build, as git names them. */
export interface SourceCommit {
  /** Full hash. */
  commit: string;
  /** Absent if none is checked out, as on most build machines. */
  branch?: string;
  /** Files differed from that commit. */
  isChanged?: true;
}

const git = (...args: string[]) =>
  execFileSync('git', ['-C', inRoot(), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** The commit of the workspace, whose sources are those of a build made now; undefined without git or a commit. */
export function sourceCommit(): SourceCommit | undefined {
  try {
    const commit = git('rev-parse', 'HEAD');
    const branch = git('branch', '--show-current');
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return { commit, ...(branch && { branch }), ...(isChanged && { isChanged }) };
  } catch {
    return undefined;
  }
}

/** Its short form, `main@3f9c2ab`, with `+` if files differed. */
export const commitLabel = ({ commit, branch, isChanged }: SourceCommit): string =>
  `${branch ? `${branch}@` : ''}${commit.slice(0, 7)}${isChanged ? '+' : ''}`;
