import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { PersonClue } from './person-clue.ts';

/** What would be anonymised. */
export interface AnonymizationPreview {
  orders: number;
  names: readonly string[];
  ruts: readonly string[];
  emails: readonly string[];
  /** Numbers of the orders that are neither delivered nor cancelled, which prevent it. */
  unclosed: readonly number[];
  /** Unpaid amount in whole pesos. */
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

/** Preview of an anonymisation. Admins only. */
export const anonymizationPreviewQuery = (clue: PersonClue) =>
  queryOptions({
    queryKey: privacyKeys.preview(clue.by, clue.value),
    queryFn: ({ signal }) => fetchPreview(clue, signal),
    staleTime: 0,
  });
