import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { settingKeys } from './keys.ts';

/**
 * State of the address of a first set-up: `open` while it can create the account, `used` once it has, `done` if the
 * shop's admin was created in another way, else `wrong`.
 */
export type SetupState = 'open' | 'used' | 'done' | 'wrong';

async function fetchSetupState(token: string, signal: AbortSignal): Promise<SetupState> {
  const client = await supabase();
  return unwrap(await client.rpc('setup_state', { p_token: token }).abortSignal(signal)) as SetupState;
}

/** The state of a first set-up's address, asked anew each time. */
export const setupStateQuery = (token: string) =>
  queryOptions({
    queryKey: settingKeys.setup(token),
    queryFn: ({ signal }) => fetchSetupState(token, signal),
    staleTime: 0,
  });
