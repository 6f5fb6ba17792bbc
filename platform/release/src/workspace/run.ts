import { spawn } from 'node:child_process';
import { ROOT } from '#src/workspace/root.ts';

export interface RunResult {
  code: number;
  /** Standard output and error together; empty if they went to the terminal. */
  output: string;
}

/**
 * Runs a program, in the workspace's root unless `cwd` says where. `quiet` collects the output instead of showing it.
 */
export function run(
  command: string,
  args: readonly string[],
  {
    quiet = false,
    env = {},
    cwd = ROOT,
  }: { quiet?: boolean; env?: Record<string, string>; cwd?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}
