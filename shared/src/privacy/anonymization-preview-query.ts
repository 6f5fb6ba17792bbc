import { z } from '#src/values/zod.ts';
import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { PersonClue } from './person-clue.ts';

const previewSchema = z.object({
  orders: z.number(),
  names: z.array(z.string()),
  ruts: z.array(z.string()),
  emails: z.array(z.string()),
  /** Numbers of the orders that are neither delivered nor cancelled: they prevent it. */
  unclosed: z.array(z.number()),
  /** Unpaid amount in whole pesos. */
  owed: z.number(),
  messages: z.number(),
  appointments: z.number(),
  /** Names this state of the person's data: the anonymisation is bound to it. */
  seen: z.string(),
});

/** The data that anonymising a person would affect. */
export type AnonymizationPreview = z.infer<typeof previewSchema>;

async function fetchPreview({ by, value }: PersonClue, signal: AbortSignal): Promise<AnonymizationPreview> {
  const client = await supabase();
  const answer = unwrap(
    await client.rpc('preview_anonymization', { p_by: by, p_value: value }).abortSignal(signal),
  );
  return previewSchema.parse(answer);
}

/** Preview of an anonymisation. Admins only. */
export const anonymizationPreviewQuery = (clue: PersonClue) =>
  queryOptions({
    queryKey: privacyKeys.preview(clue.by, clue.value),
    queryFn: ({ signal }) => fetchPreview(clue, signal),
    staleTime: 0,
  });
