import { useMutation, useQueryClient } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { DataError, unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

async function switchTemplate({ event, enabled }: { event: string; enabled: boolean }): Promise<void> {
  const client = await supabase();
  const changed = unwrap(
    await client.from('whatsapp_templates').update({ enabled }).eq('event', event).select('event'),
  );
  // Row level security hides the row from everybody but admins.
  if (changed.length === 0) throw new DataError('forbidden', 'Acceso no autorizado.');
}

/** Enables or disables an event's message. Admins only. */
export function useSwitchTemplateMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: switchTemplate,
    onSettled: () => client.invalidateQueries({ queryKey: messageKeys.allTemplates() }),
  });
}
