import { messageOf } from '../errors/start-error.ts';

/**
 * Works on the input that `startProgram` gives to this process, answers with the result or prints why there is none,
 * and exits. Exits also when the process that started it exits, which alone decides when this one stops.
 */
export function answerInput(work: (input: never) => Promise<unknown>): void {
  // Ctrl-C in a terminal reaches both.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit());
  process.once('message', ({ input }: { input: never }) => {
    work(input).then(
      (answer) => process.send?.(answer, undefined, undefined, () => process.exit()),
      (error: unknown) => process.stderr.write(`✗ ${messageOf(error)}`, () => process.exit(1)),
    );
  });
}
