import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '#src/orders/keys.ts';
import { z } from '#src/values/zod.ts';

const suggestionSchema = z.nullable(
  z.object({
    promised_at: z.string(),
    /** The number of the shop's repairs that it is based on. */
    similar: z.number(),
    /** How similar they are: same brand, same problem, same kind of device, or all. */
    circle: z.enum(['brand', 'kind', 'type', 'all']),
  }),
);

/** A date that the shop can promise, from its own repairs (TIME-26); null if it knows too few. */
export type PromiseSuggestion = z.infer<typeof suggestionSchema>;

/** The device of a new order, as far as it is typed. */
export interface PromiseClues {
  type: string;
  brand: string;
  problem: string;
}

async function fetchSuggestion(
  { type, brand, problem }: PromiseClues,
  signal: AbortSignal,
): Promise<PromiseSuggestion> {
  const client = await supabase();
  const found = unwrap(
    await client
      .rpc('suggest_promise', { p_type: type, p_brand: brand, p_problem: problem })
      .abortSignal(signal),
  );
  return suggestionSchema.parse(found);
}

/** The suggested date of a new order (TIME-26). Staff only. */
export const promiseSuggestionQuery = (clues: PromiseClues) =>
  queryOptions({
    queryKey: orderKeys.promiseSuggestion(clues),
    queryFn: ({ signal }) => fetchSuggestion(clues, signal),
    staleTime: 60_000,
  });
