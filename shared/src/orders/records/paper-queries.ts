import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { orderKeys } from '../keys.ts';
import type { PaperCheck } from './paper.ts';

async function fetchPaperCode(orderId: string, signal: AbortSignal): Promise<string | null> {
  const client = await supabase();
  return unwrap(await client.rpc('paper_code', { p_order_id: orderId }).abortSignal(signal)) as string | null;
}

/** The code of an order's slip as it is now; null while nobody signed (REC-68). */
export const paperCodeQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.paperCode(orderId),
    queryFn: ({ signal }) => fetchPaperCode(orderId, signal),
    staleTime: 0,
    gcTime: 0,
  });

async function fetchPaperCheck(code: string, signal: AbortSignal): Promise<PaperCheck> {
  const client = await supabase();
  return unwrap(
    await client.rpc('check_paper', { p_code: code }).abortSignal(signal),
  ) as unknown as PaperCheck;
}

/** Whether a slip agrees with its record (REC-68). */
export const paperCheckQuery = (code: string) =>
  queryOptions({
    queryKey: orderKeys.paperCheck(code),
    queryFn: ({ signal }) => fetchPaperCheck(code, signal),
    staleTime: 0,
  });
