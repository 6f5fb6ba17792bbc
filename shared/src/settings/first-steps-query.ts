import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { settingKeys } from './keys.ts';

/** The onboarding checklist of a new shop: which steps are completed, and whether the admins have hidden it. */
export interface FirstSteps {
  readonly shop: boolean;
  readonly order: boolean;
  readonly team: boolean;
  readonly services: boolean;
  readonly hidden: boolean;
}

async function fetchFirstSteps(signal: AbortSignal): Promise<FirstSteps> {
  const client = await supabase();
  return unwrap(await client.rpc('first_steps').abortSignal(signal)) as unknown as FirstSteps;
}

/** The first steps of a new shop, for admins (CFG-49). */
export const firstStepsQuery = () =>
  queryOptions({ queryKey: settingKeys.firstSteps(), queryFn: ({ signal }) => fetchFirstSteps(signal) });
