import { QUIETLY } from '#src/hosted/programs.ts';
import { run } from '#src/workspace/run.ts';

/** Downloads a program unless npm has cached it. @returns its output. @throws an explanation if that fails. */
export async function download(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run('npx', ['-y', program, ...args], { quiet: true, env: QUIETLY });
  if (code !== 0)
    throw new Error(
      `${program} could not be downloaded from the npm registry, or does not run here:\n${output}`,
    );
  return output.trim();
}
