import { queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';
import { MESSAGE_COLUMNS, type Message } from './message.ts';

async function fetchMessage(id: string, signal: AbortSignal): Promise<Message | null> {
  const client = await supabase();
  const [row] = unwrap(
    await client.from('whatsapp_messages').select(MESSAGE_COLUMNS).eq('id', id).abortSignal(signal),
  );
  // The table's check restricts the states.
  return (row as Message | undefined) ?? null;
}

/** One message, as it stands now. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: messageKeys.one(id),
    queryFn: ({ signal }) => fetchMessage(id, signal),
    staleTime: 10_000,
  });
