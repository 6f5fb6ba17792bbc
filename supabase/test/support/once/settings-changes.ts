import { useHideFirstStepsMutation } from '@taller/shared/settings/hide-first-steps-mutation.ts';
import { useSendTestMutation } from '@taller/shared/messages/send-test-mutation.ts';
import { useImportSectionsMutation } from '@taller/shared/settings/import-sections-mutation.ts';
import { useSaveSectionMutation } from '@taller/shared/settings/save-section-mutation.ts';
import { useUndoChangeMutation } from '@taller/shared/settings/undo-change-mutation.ts';
import { useSaveImageMutation } from '@taller/shared/settings/save-image-mutation.ts';
import { useSetUpShopMutation } from '@taller/shared/settings/set-up-shop-mutation.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makePng } from '../images.ts';
import { newEmail } from '../shop.ts';
import type { Change, Stage } from './change.ts';

let items = 0;

/** Terms that no other case has, over what is there now. */
async function nextTerms({ shop }: Stage) {
  const [row] = await shop.sql`select version from public.setting_sections where section = 'terms'`;
  items += 1;
  return { value: { items: [`Condición ${items}`] }, version: Number(row?.version) };
}

/** Changes of the shop's own settings. */
export const SETTINGS_CHANGES: Readonly<Record<string, Change>> = {
  useSaveSectionMutation: {
    begin: async (stage) => {
      const terms = await nextTerms(stage);
      await stage.signIn('admin');
      const { mutateAsync } = callHook(() => useSaveSectionMutation('terms'));
      return () => mutateAsync(terms);
    },
  },
  useImportSectionsMutation: {
    begin: async (stage) => {
      const terms = await nextTerms(stage);
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useImportSectionsMutation);
      return () => mutateAsync({ sections: [{ section: 'terms', ...terms }], images: {} });
    },
  },
  useSaveImageMutation: {
    begin: async (stage) => {
      items += 1;
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useSaveImageMutation);
      const image = makePng(100 + items, 100).toString('base64');
      return () => mutateAsync(image);
    },
  },
  useSendTestMutation: {
    begin: async (stage) => {
      // The limit is another test's.
      await stage.shop.sql`delete from public.whatsapp_messages where event = 'test'`;
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useSendTestMutation);
      return () => mutateAsync({ phone: '+56 9 5000 1000', event: 'created' });
    },
  },
  useUndoChangeMutation: {
    begin: async (stage) => {
      const { value } = await nextTerms(stage);
      await stage.shop
        .sql`update public.setting_sections set value = ${stage.shop.sql.json(value)} where section = 'terms'`;
      const [change] = await stage.shop.sql`select max(id)::int as id from public.setting_changes`;
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useUndoChangeMutation);
      return () => mutateAsync(Number(change?.id));
    },
  },
  useHideFirstStepsMutation: {
    begin: async (stage) => {
      await stage.shop.sql`update private.shop_setup set steps_hidden_at = null`;
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useHideFirstStepsMutation);
      return () => mutateAsync();
    },
  },
  useSetUpShopMutation: {
    begin: async ({ shop: { sql, people } }) => {
      // A shop without an admin, until the form was sent.
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`update public.profiles set role = 'technician' where role = 'admin'`;
      });
      const [made] = await sql`select private.new_setup_token() as token`;
      const account = {
        token: String(made?.token),
        email: newEmail(),
        password: 'una-clave',
        fullName: 'Ana Paz',
      };
      const { mutateAsync } = callHook(useSetUpShopMutation);
      return async () => {
        try {
          return await mutateAsync(account);
        } finally {
          await sql`update public.profiles set role = 'admin' where id = ${people.admin.id}`;
        }
      };
    },
  },
};
