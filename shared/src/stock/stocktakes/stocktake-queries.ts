import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { stocktakeKeys } from '#src/stock/keys.ts';

/** How often a phone asks for what the others counted. */
const OTHERS_MS = 10_000;

async function fetchStocktakes(signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('list_stocktakes').abortSignal(signal)) ?? [];
}

/** Stocktakes, open ones first, then the newest (PART-34). */
export const stocktakesQuery = () =>
  queryOptions({ queryKey: stocktakeKeys.list(), queryFn: ({ signal }) => fetchStocktakes(signal) });

/** A stocktake; its value at cost is null to everybody but the admin. */
export type Stocktake = Awaited<ReturnType<typeof fetchStocktakes>>[number];

async function fetchCounts(id: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('stocktake_counts', { p_stocktake_id: id }).abortSignal(signal)) ?? [];
}

/** The counts so far, newest first, without the expected quantities (PART-31). */
export const stocktakeCountsQuery = (id: string) =>
  queryOptions({
    queryKey: stocktakeKeys.counts(id),
    queryFn: ({ signal }) => fetchCounts(id, signal),
    refetchInterval: OTHERS_MS,
  });

/** An item that was counted. */
export type CountedItem = Awaited<ReturnType<typeof fetchCounts>>[number];

async function fetchDifferences(id: string, signal: AbortSignal) {
  const client = await supabase();
  return unwrap(await client.rpc('stocktake_differences', { p_stocktake_id: id }).abortSignal(signal)) ?? [];
}

/** The differences of a finished stocktake (PART-33). */
export const stocktakeDifferencesQuery = (id: string) =>
  queryOptions({
    queryKey: stocktakeKeys.differences(id),
    queryFn: ({ signal }) => fetchDifferences(id, signal),
  });

/** An item whose count is not what the books say. */
export type Difference = Awaited<ReturnType<typeof fetchDifferences>>[number];
