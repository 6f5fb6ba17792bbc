import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { z } from '#src/values/zod.ts';
import { reportKeys } from './keys.ts';
import { lockedUntil } from './try-pin.ts';

const pinStatusSchema = z.object({ set: z.boolean(), locked_seconds: z.number() });

/** Whether a PIN is set, and until when this user's attempts are locked. */
export function pinStatusQuery() {
  return queryOptions({
    queryKey: reportKeys.pinStatus(),
    queryFn: async ({ signal }) => {
      const client = await supabase();
      const status = pinStatusSchema.parse(unwrap(await client.rpc('report_pin_status').abortSignal(signal)));
      return { set: status.set, lockedUntil: lockedUntil(status.locked_seconds) };
    },
    staleTime: 0,
  });
}
