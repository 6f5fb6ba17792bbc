import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROGRAMS, QUIETLY } from '#src/hosted/programs.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run, type RunResult } from '#src/workspace/run.ts';

/** The project of the tests. */
const PROJECT_REF = 'abcdefghijklmnopqrst';

/** Copies the files that the CLI reads, since it writes into their folder. @returns the copy's folder. */
export async function copyProject(folder: string): Promise<string> {
  const project = join(folder, 'project');
  for (const path of ['supabase/config.toml', 'supabase/functions', 'supabase/templates', 'shared/src'])
    await cp(inRoot(path), join(project, path), { recursive: true });
  return project;
}

/** Another project or database than that of the tests, the management API, and variables. */
interface CliOptions {
  remote?: string;
  url?: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs the CLI in a copy of the project, with a management API of this machine or with none. */
export async function runCli(
  project: string,
  args: readonly string[],
  { remote = PROJECT_REF, url = 'http://127.0.0.1:9', env = {} }: CliOptions,
): Promise<RunResult> {
  const profile = `${project}.profile.yaml`;
  const api = { name: 'local', api_url: url, dashboard_url: url, project_host: 'localhost.test' };
  await writeFile(profile, JSON.stringify(api));
  const own = ['--profile', profile, '--workdir', project, '--yes', `--remote=${remote}`];
  return run('npx', ['-y', PROGRAMS.supabase, ...args, ...own], {
    quiet: true,
    env: { ...QUIETLY, SUPABASE_HOME: project, SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`, ...env },
  });
}
