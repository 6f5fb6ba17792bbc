import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import type { FirstSteps } from './first-steps-query.ts';
import { settingKeys } from './keys.ts';

async function hideFirstSteps(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('hide_first_steps'));
}

/** Puts the list of first steps away for all admins. Twice is once. */
export function useHideFirstStepsMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: hideFirstSteps,
    onSuccess: () =>
      client.setQueryData<FirstSteps>(
        settingKeys.firstSteps(),
        (steps) => steps && { ...steps, hidden: true },
      ),
  });
}
