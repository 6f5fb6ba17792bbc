import { useChangeSiteMutation } from '@taller/shared/system-status/change-site-mutation.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import type { Change } from './change.ts';

/** Changes of the site's publications. */
export const SITE_CHANGES: Readonly<Record<string, Change>> = {
  useChangeSiteMutation: {
    begin: async (stage) => {
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useChangeSiteMutation);
      return () => mutateAsync({ action: 'back', part: 'mfe-orders', from: 'v2', to: 'v1' });
    },
  },
};
