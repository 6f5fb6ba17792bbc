import { SUBJECTS } from './layers.ts';

/** Packages that may only be imported through a wrapper folder. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@atlaskit/pragmatic-drag-and-drop': ['mfe-orders/src/features/orders/board'],
  '@base-ui/react': ['shared/src/ui'],
  '@module-federation/runtime-core': ['shell/src/remotes'],
  '@supabase/lite': ['platform/server/src/lite'],
  '@supabase/supabase-js': [
    'shared/src/runtime',
    'shared/src/data-access',
    'supabase/functions',
    'platform/server/src/functions',
  ],
  '@tanstack/react-query': ['shared/src/query'],
  papaparse: ['shared/src/imports', 'shared/src/values'],
  'react-router-dom': ['shared/src/runtime', 'shared/src/contract'],
  recharts: ['mfe-reports/src/features/charts'],
  'zod/mini': ['shared/src/values'],
};

/** Exports that only some of the importing folders may use. */
export const NAMES: readonly { module: string; names: readonly string[]; folders: readonly string[] }[] = [
  {
    module: 'shared/src/runtime/runtime.ts',
    names: ['supabase', 'detachedSupabase'],
    // The shell loads the client before sign-in.
    folders: [...SUBJECTS, 'shared/src/data-access', 'shell/src/prefetch.ts'],
  },
  { module: 'shared/src/data-access/follow-table.ts', names: ['followTable'], folders: SUBJECTS },
  // A remote's build only contains the paths of screens (SHELL-35).
  {
    module: 'shared/src/contract/screens.ts',
    names: ['SCREENS', '*'],
    folders: ['shared/src', 'shell/src', 'platform/server/src/pages', 'platform/release/src'],
  },
];
