import type { FunctionHost } from '../functions/function-host.ts';

/** A function call by the schedule. */
export interface ScheduledCall {
  functions: FunctionHost;
  name: string;
  siteUrl: string;
  /** Authenticates the schedule to the function. */
  cronSecret: string;
}

/** Calls a function as pg_cron does on Supabase. @returns its response. @throws if it fails. */
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
