import { setTimeout as delay } from 'node:timers/promises';
import type { JobRecord } from './job-record.ts';
import { messageOf } from '../errors/start-error.ts';

/** How long stopping waits for a running job, which may be waiting for another service. */
export const FINISH_MS = 300;

/** A periodic task. */
export interface Job {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

/**
 * Runs each job at its interval, never concurrently with itself; failures are logged.
 * @returns a function that stops it and waits briefly for the running job: interrupted work is resumed as after a
 * crash.
 */
export function startJobs(
  jobs: readonly Job[],
  log: (line: string) => void,
  record: JobRecord,
): () => Promise<void> {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopped = false;
  const plan = (job: Job) => {
    if (stopped) return;
    timers.set(
      job,
      setTimeout(() => {
        const work = job
          .run()
          .then(
            () => record.note(job.name, true),
            (error: unknown) => {
              record.note(job.name, false);
              log(`Tarea ${job.name}: ${messageOf(error)}`);
            },
          )
          .finally(() => {
            running.delete(work);
            plan(job);
          });
        running.add(work);
      }, job.everyMs),
    );
  };
  for (const job of jobs) {
    record.expect(job.name);
    plan(job);
  }
  return async () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.race([Promise.all(running), delay(FINISH_MS, undefined, { ref: false })]);
  };
}
