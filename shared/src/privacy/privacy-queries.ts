import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { privacyKeys } from './keys.ts';
import type { Database } from '#src/db/database.types.ts';
import { z } from '#src/values/zod.ts';
import type { PersonClue } from './person-clue.ts';
import { fetchTerms } from './fetch-terms.ts';

/** States of an erasure request. */
export type ErasureState = 'open' | 'withdrawn' | 'refused' | 'done';

async function fetchOwnErasure(userId: string, signal: AbortSignal) {
  const client = await supabase();
  const row = unwrap(
    await client
      .from('erasure_requests')
      .select('id, state, created_at, due_at, extended_at, answered_at, answer')
      .eq('customer_id', userId)
      .order('created_at', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .maybeSingle(),
  );
  return row && { ...row, state: row.state as ErasureState };
}

export type OwnErasure = NonNullable<Awaited<ReturnType<typeof fetchOwnErasure>>>;

/** The newest request of the signed-in customer; null if there is none (PRIV-03). */
export const ownErasureQuery = (userId: string) =>
  queryOptions({
    queryKey: privacyKeys.own(userId),
    queryFn: ({ signal }) => fetchOwnErasure(userId, signal),
  });

type RequestRow = Database['public']['Functions']['list_erasure_requests']['Returns'][number];
type Nullable<T> = { [K in keyof T]: T[K] | null };

/** A request as shown to admins. After the account was deleted, its id, name and e-mail are null. */
export type ErasureRequest = Pick<RequestRow, 'id' | 'created_at' | 'due_at'> &
  Nullable<Pick<RequestRow, 'customer_id' | 'full_name' | 'email' | 'extended_at' | 'answered_at'>> & {
    state: ErasureState;
    /** Whether it was due when it was read. */
    isLate: boolean;
  };

async function fetchRequests(signal: AbortSignal): Promise<ErasureRequest[]> {
  const client = await supabase();
  const rows = unwrap(await client.rpc('list_erasure_requests').abortSignal(signal));
  return rows.map((row) => ({
    ...row,
    state: row.state as ErasureState,
    isLate: row.state === 'open' && Date.parse(row.due_at) < Date.now(),
  }));
}

/** Open requests by due date, then the newest answered ones (PRIV-04). Admins only. */
export const erasureRequestsQuery = () =>
  queryOptions({ queryKey: privacyKeys.requests(), queryFn: ({ signal }) => fetchRequests(signal) });

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
  photos: z.number(),
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

/** One run of retention, with the number of deleted rows by kind. */
export interface RetentionRun {
  ran_at: string;
  removed: Readonly<Record<string, number>>;
}

async function fetchRuns(signal: AbortSignal) {
  const client = await supabase();
  const rows = unwrap(await client.rpc('retention_status').abortSignal(signal));
  return rows as RetentionRun[];
}

/** The last runs of retention, newest first (PRIV-08). Admins only. */
export const retentionRunsQuery = () =>
  queryOptions({ queryKey: privacyKeys.runs(), queryFn: ({ signal }) => fetchRuns(signal) });

/** The current retention periods. */
export const termsQuery = () => queryOptions({ queryKey: privacyKeys.terms(), queryFn: fetchTerms });
