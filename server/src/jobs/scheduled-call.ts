import type { FunctionHost } from '../functions/function-host.ts';

/** A function called as the schedule calls it. */
export interface ScheduledCall {
  functions: FunctionHost;
  name: string;
  siteUrl: string;
  /** Proves to the function that it is called by the schedule. */
  cronSecret: string;
}

/** Calls a function as pg_cron does on Supabase. @returns its answer. @throws when it answers with a failure. */
export async function callOnSchedule({
  functions,
  name,
  siteUrl,
  cronSecret,
}: ScheduledCall): Promise<unknown> {
  const request = new Request(new URL(`/functions/v1/${name}`, siteUrl), {
    method: 'POST',
    headers: { 'x-cron-secret': cronSecret, 'content-type': 'application/json' },
    body: '{}',
  });
  const response = await functions.find(name)?.(request);
  if (!response?.ok) throw new Error(`${response?.status} ${await response?.text()}`);
  return response.json();
}
