import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { withoutTokens } from '#src/site/preview.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Time limit that suffices on any machine; a process that hangs must not block the next change. */
const PATIENCE_MS = 120_000;

/**
 * Changes a running server's site in a separate process, since rendering loads the code of each release. Killing the
 * process leaves the site unchanged.
 * @param task file name in tooling/src/tasks, which reads `input` as JSON from standard input.
 * @returns the last line of its output, when it has ended.
 * @throws an error with the output of the failed process.
 */
export async function runApart(task: string, site: string, input: unknown): Promise<string> {
  const child = spawn(process.execPath, [inRoot('tooling/src/tasks', task), site], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  // A process that ends early stops reading; its output contains the reason.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(input));
  const [output, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0)
    throw new Error(
      withoutTokens(said.trim()) || `El proceso que arma el sitio terminó con ${code ?? 'una señal'}.`,
    );
  return output.trimEnd().split('\n').at(-1) ?? '';
}
