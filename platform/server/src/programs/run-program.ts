import { codeOf, StartError } from '../errors/start-error.ts';

/**
 * Runs a command: prints the message of failures that the operator can act on, shuts down cleanly on a signal, and
 * exits when the process that started it over a channel exits.
 */
export async function runProgram(usage: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () =>
    stopping.abort(new StartError('bad-options', 'Se detuvo antes de terminar; no quedó nada a medias.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.connected) process.on('disconnect', stop);
  try {
    await work(stopping.signal);
  } catch (failure) {
    const error: unknown = stopping.signal.aborted ? stopping.signal.reason : failure;
    if (codeOf(error)?.startsWith('ERR_PARSE_ARGS')) console.error(`\n✗ ${usage}\n`);
    else console.error(error instanceof StartError ? `\n✗ ${error.message}\n` : error);
    process.exitCode = 1;
  }
  if (process.connected) process.disconnect();
}
