import { randomUUID } from 'node:crypto';
import {
  useDeleteViewMutation,
  useRenameViewMutation,
  useSaveViewMutation,
  useStartViewMutation,
} from '@taller/shared/orders/saved-views/saved-view-mutations.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import type { Change, Stage } from './change.ts';

async function saved({ shop, signIn }: Stage): Promise<{ id: string; from: string }> {
  const { id: owner } = await signIn('technician');
  // The start that the role gave (ORD-127) ends with the first choice of another.
  await shop.sql`delete from public.saved_views where owner_id = ${owner} and name is null`;
  const from = randomUUID();
  const [row] =
    await shop.sql`insert into public.saved_views (owner_id, name) values (${owner}, ${from}) returning id`;
  return { id: String(row?.id), from };
}

/** Mutations of the user's views of the desk's list. */
export const SAVED_VIEW_CHANGES: Readonly<Record<string, Change>> = {
  useSaveViewMutation: {
    begin: async (stage) => {
      await stage.signIn('technician');
      const { mutateAsync } = callHook(useSaveViewMutation);
      const filter = {
        search: '',
        field: 'order_number',
        status: 'quoted',
        technicianId: null,
        waitReason: null,
        place: null,
        view: null,
        sort: { column: 'price', direction: 'desc' },
      } as const;
      const name = randomUUID();
      return () => mutateAsync({ name, filter });
    },
  },
  useRenameViewMutation: {
    begin: async (stage) => {
      const view = await saved(stage);
      const { mutateAsync } = callHook(useRenameViewMutation);
      const name = randomUUID();
      return () => mutateAsync({ ...view, name });
    },
  },
  useDeleteViewMutation: {
    begin: async (stage) => {
      const { id } = await saved(stage);
      const { mutateAsync } = callHook(useDeleteViewMutation);
      return () => mutateAsync(id);
    },
  },
  useStartViewMutation: {
    begin: async (stage) => {
      const { id } = await saved(stage);
      const { mutateAsync } = callHook(useStartViewMutation);
      return () => mutateAsync({ id });
    },
  },
};
