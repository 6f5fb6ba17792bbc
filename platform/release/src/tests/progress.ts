import { seconds } from '#src/tests/timings.ts';

/** Prints the progress of a run: a line for each tenth of it that is done. */
export class Progress {
  readonly #total: number;
  readonly #things: string;
  #done = 0;
  #slowest = { name: '', ms: 0 };

  /** @param things what is counted, in the plural. */
  constructor(total: number, things: string) {
    this.#total = total;
    this.#things = things;
  }

  /** Counts one. @returns the line, if it is time for one. */
  count(name: string, ms: number): string | undefined {
    if (ms > this.#slowest.ms) this.#slowest = { name, ms };
    this.#done += 1;
    const tenth = (count: number) => Math.floor((count * 10) / this.#total);
    if (tenth(this.#done) === tenth(this.#done - 1)) return undefined;
    const { name: slowest, ms: most } = this.#slowest;
    return `… ${this.#done} de ${this.#total} ${this.#things}; lo más lento:${seconds(most)} ${slowest}`;
  }
}
