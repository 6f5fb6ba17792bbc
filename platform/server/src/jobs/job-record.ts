import type { JobFacts } from '@taller/shared/system-status/system-status.ts';

const DAY_MS = 86_400_000;

/** The last end of each job, and its failures of the last day. */
export class JobRecord {
  readonly #runs = new Map<string, { at: string | null; failures: number[] }>();

  /** Registers a job, so that one that never ran is shown. */
  expect(name: string): void {
    this.#runs.set(name, { at: null, failures: [] });
  }

  note(name: string, ok: boolean): void {
    const { failures = [] } = this.#runs.get(name) ?? {};
    const since = Date.now() - DAY_MS;
    const kept = failures.filter((at) => at > since);
    this.#runs.set(name, {
      at: new Date().toISOString(),
      failures: ok ? kept : [...kept, Date.now()].slice(-1_000),
    });
  }

  facts(): Record<string, JobFacts> {
    const since = Date.now() - DAY_MS;
    return Object.fromEntries(
      Array.from(this.#runs, ([name, { at, failures }]) => [
        name,
        { at, failures: failures.filter((failed) => failed > since).length },
      ]),
    );
  }
}
