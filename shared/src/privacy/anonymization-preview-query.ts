import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { PersonClue } from './person-clue.ts';

/** What would go with a person. */
export interface AnonymizationPreview {
  orders: number;
  names: readonly string[];
  ruts: readonly string[];
  emails: readonly string[];
  /** Numbers of the orders that are neither delivered nor cancelled: they are in the way. */
  unclosed: readonly number[];
  /** Whole pesos that the person has not paid yet. */
  owed: number;
  messages: number;
  appointments: number;
}

async function fetchPreview({ by, value }: PersonClue, signal: AbortSignal): Promise<AnonymizationPreview> {
  const client = await supabase();
  const answer = unwrap(
    await client.rpc('preview_anonymization', { p_by: by, p_value: value }).abortSignal(signal),
  );
  return answer as unknown as AnonymizationPreview;
}

/** What anonymising would do, asked before it. Admins only. */
export const anonymizationPreviewQuery = (clue: PersonClue) =>
  queryOptions({
    queryKey: privacyKeys.preview(clue.by, clue.value),
    queryFn: ({ signal }) => fetchPreview(clue, signal),
    staleTime: 0,
  });
