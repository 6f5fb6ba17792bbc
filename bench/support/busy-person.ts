import { setTimeout as delay } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@taller/shared/db/database.types.ts';

/** Records a user's steps. */
interface Report {
  took(what: string, ms: number): void;
  failed(what: string, why: string): void;
}

interface PersonOptions {
  client: SupabaseClient<Database>;
  /** Orders that may be opened and changed. */
  ids: readonly string[];
  report: Report;
  signal: AbortSignal;
  pauseMs: number;
}

type Step = (
  client: SupabaseClient<Database>,
  id: string,
) => PromiseLike<{ error: { message: string } | null }>;

const NAMES = ['gonzalez', 'muñoz', 'rojas', 'soto', 'camila', 'paz', 'silva tapia'];
const list: Step = (client) =>
  client.rpc('search_orders', { p_search: '', p_field: 'customer_name', p_page: 1 });
const search: Step = (client) => {
  const name = NAMES[Math.floor(Math.random() * NAMES.length)] ?? '';
  return client.rpc('search_orders', { p_search: name, p_field: 'customer_name', p_page: 1 });
};
const open: Step = (client, id) =>
  client
    .from('service_orders')
    .select('*, technician:staff_names!service_orders_technician_id_fkey (full_name)')
    .eq('id', id)
    .maybeSingle();
const change: Step = (client, id) =>
  client
    .from('service_orders')
    .update({ notes: `Nota de las ${new Date().toISOString()}` })
    .eq('id', id)
    .select('id, version')
    .single();

/** The steps of a user, repeated by frequency: one of twenty changes something. */
const STEPS: readonly (readonly [string, Step])[] = [
  ...Array.from({ length: 9 }, () => ['list', list] as const),
  ...Array.from({ length: 5 }, () => ['order', open] as const),
  ...Array.from({ length: 5 }, () => ['search', search] as const),
  ['change', change],
];

/** One simulated user, following the orders live, until the signal. */
export async function startPerson({ client, ids, report, signal, pauseMs }: PersonOptions): Promise<void> {
  const channel = client
    .channel('mesón')
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'service_orders' },
      ({ commit_timestamp: at }) =>
        // Both processes use the same clock.
        report.took('event', Date.now() - Date.parse(at)),
    )
    .subscribe((status, error) => {
      if (error && !signal.aborted) report.failed('realtime', `${status} ${error.message}`);
    });
  while (!signal.aborted) {
    await delay(pauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const [what, step] = STEPS[Math.floor(Math.random() * STEPS.length)] ?? ['list', list];
    const from = performance.now();
    const { error } = await step(client, ids[Math.floor(Math.random() * ids.length)] ?? '');
    if (error) report.failed(what, error.message);
    else report.took(what, performance.now() - from);
  }
  await client.removeChannel(channel);
}
