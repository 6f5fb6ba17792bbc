import type { FunctionHost } from '../functions/function-host.ts';
import type { Job } from './job-runner.ts';
import { callOnSchedule } from './scheduled-call.ts';

/** Dependencies of jobs. */
export interface JobContext {
  functions: FunctionHost;
  siteUrl: string;
  /** Authenticates the schedule to a function. */
  cronSecret: string;
}

/** Functions of supabase/functions that run on a timer, with their interval in milliseconds. */
const TIMED_FUNCTIONS: Readonly<Record<string, number>> = { 'send-messages': 10_000 };

/** The scheduled jobs of this server: each scheduled function that exists. */
export function scheduledJobs(context: JobContext): Job[] {
  return Object.entries(TIMED_FUNCTIONS).flatMap(([name, everyMs]) => {
    if (!context.functions.find(name)) return [];
    return [{ name, everyMs, run: async () => void (await callOnSchedule({ ...context, name })) }];
  });
}
