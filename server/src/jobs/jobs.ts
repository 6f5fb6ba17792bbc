import type { FunctionHost } from '../functions/function-host.ts';
import type { Job } from './job-runner.ts';

/** What jobs may use. */
export interface JobContext {
  functions: FunctionHost;
  siteUrl: string;
  /** Proves to a function that it is called by the schedule. */
  cronSecret: string;
}

/** Functions of supabase/functions that run on a timer, with their interval in milliseconds. */
const TIMED_FUNCTIONS: Readonly<Record<string, number>> = { 'send-messages': 10_000 };

/** The scheduled jobs of this server: each timed function that exists. */
export function scheduledJobs(context: JobContext): Job[] {
  return Object.entries(TIMED_FUNCTIONS).flatMap(([name, everyMs]) => {
    const handler = context.functions.find(name);
    if (!handler) return [];
    const run = async () => {
      const request = new Request(new URL(`/functions/v1/${name}`, context.siteUrl), {
        method: 'POST',
        headers: { 'x-cron-secret': context.cronSecret, 'content-type': 'application/json' },
        body: '{}',
      });
      const response = await handler(request);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    };
    return [{ name, everyMs, run }];
  });
}
