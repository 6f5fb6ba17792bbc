import type { Layer } from './layer.ts';
import { SERVER, RELEASE } from './node-layers.ts';

/** Folders of shared that contain one subject each. */
export const SUBJECTS = [
  'shared/src/activity',
  'shared/src/appointments',
  'shared/src/messages',
  'shared/src/notifications',
  'shared/src/orders',
  'shared/src/people',
  'shared/src/privacy',
  'shared/src/reports',
  'shared/src/settings',
  'shared/src/stock',
  'shared/src/system-status',
] as const;

/** Names of groups of folders for `reads`. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'subject base': [
    'shared/src/values',
    'shared/src/config',
    'shared/src/access',
    'shared/src/contract',
    'shared/src/db',
    'shared/src/runtime',
    'shared/src/data-access',
    'shared/src/query',
    'shared/src/once',
    'shared/src/ui',
  ],
  'screen base': [
    'shared/src/values',
    'shared/src/config',
    'shared/src/access',
    'shared/src/contract',
    'shared/src/runtime',
    'shared/src/data-access',
    'shared/src/query',
    'shared/src/ui',
    'shared/src/forms',
    'shared/src/imports',
    ...SUBJECTS,
  ],
};

const REMOTE_FEATURE_READS: readonly string[] = ['mfe-*/src/values', 'mfe-*/src/components', 'screen base'];

/** A remote's feature that may import other features. */
const feature = (folder: string, others: readonly string[]): Layer => ({
  folder,
  reads: [...REMOTE_FEATURE_READS, ...others.map((other) => `mfe-*/src/features/${other}`)],
});

const subject = (name: string, others: readonly string[] = []): Layer => ({
  folder: `shared/src/${name}`,
  reads: ['subject base', ...others.map((other) => `shared/src/${other}`)],
});

const SHARED: readonly Layer[] = [
  { folder: 'shared/src/values', reads: [] },
  { folder: 'shared/src/config', reads: ['shared/src/values'] },
  { folder: 'shared/src/access', reads: [] },
  { folder: 'shared/src/contract', reads: ['shared/src/access'] },
  { folder: 'shared/src/db', reads: [] },
  {
    folder: 'shared/src/runtime',
    reads: ['shared/src/config', 'shared/src/access', 'shared/src/contract', 'shared/src/db'],
  },
  { folder: 'shared/src/hot-reload', reads: ['shared/src/contract', 'shared/src/runtime'] },
  {
    folder: 'shared/src/data-access',
    reads: ['shared/src/values', 'shared/src/runtime', 'shared/src/db'],
  },
  { folder: 'shared/src/query', reads: ['shared/src/runtime', 'shared/src/data-access'] },
  {
    folder: 'shared/src/once',
    reads: ['shared/src/contract', 'shared/src/runtime', 'shared/src/data-access', 'shared/src/query'],
  },
  { folder: 'shared/src/ui', reads: ['shared/src/values', 'shared/src/contract', 'shared/src/runtime'] },
  {
    folder: 'shared/src/forms',
    reads: ['shared/src/values', 'shared/src/contract', 'shared/src/runtime', 'shared/src/ui'],
  },
  {
    folder: 'shared/src/imports',
    reads: ['shared/src/values', 'shared/src/contract', 'shared/src/data-access', 'shared/src/ui'],
  },
  subject('activity'),
  subject('messages'),
  subject('notifications'),
  subject('people'),
  subject('privacy'),
  subject('reports'),
  subject('system-status'),
  subject('orders', ['messages', 'people']),
  subject('settings', ['orders']),
  subject('appointments', ['orders']),
  subject('stock', ['orders']),
  {
    folder: 'shared/gallery',
    reads: ['shared/src/runtime', 'shared/src/ui', 'shared/src/forms', 'shared/src/orders'],
  },
];

const REMOTES: readonly Layer[] = [
  { folder: 'mfe-*/src/values', reads: ['screen base'] },
  { folder: 'mfe-*/src/components', reads: ['mfe-*/src/values', 'screen base'] },
  feature('mfe-*/src/features/*', []),
  feature('mfe-customer/src/features/profile', ['own-data', 'security']),
  feature('mfe-inventory/src/features/inventory', ['labels']),
  feature('mfe-inventory/src/features/screen-orders', ['inventory']),
  feature('mfe-orders/src/features/appointments', ['customers']),
  feature('mfe-orders/src/features/customers', ['privacy']),
  feature('mfe-orders/src/features/orders', ['first-steps']),
  feature('mfe-public/src/features/landing', ['order-lookup', 'services']),
  feature('mfe-public/src/features/order-status', ['order-lookup']),
  feature('mfe-reports/src/features/charts', ['drill-down']),
  feature('mfe-reports/src/features/earnings', ['charts', 'figures', 'drill-down']),
  feature('mfe-reports/src/features/figures', ['drill-down']),
  feature('mfe-reports/src/features/operations', ['figures', 'drill-down']),
  feature('mfe-reports/src/features/reports', [
    'charts',
    'earnings',
    'figures',
    'filters',
    'operations',
    'drill-down',
    'summary',
  ]),
  feature('mfe-reports/src/features/results', ['earnings', 'figures', 'filters', 'drill-down']),
  feature('mfe-reports/src/features/settings', ['earnings', 'message-settings']),
  feature('mfe-reports/src/features/setup', ['settings']),
  feature('mfe-reports/src/features/summary', ['figures']),
  {
    folder: 'mfe-*/src/remote',
    reads: ['mfe-*/src/features/*', 'shared/src/contract', 'shared/src/runtime'],
  },
  { folder: 'mfe-*', reads: ['platform/release/src/federation'] },
];

const SHELL: readonly Layer[] = [
  { folder: 'shell/src/texts', reads: [] },
  { folder: 'shell/src/service-worker', reads: ['shared/src/contract'] },
  {
    folder: 'shell/src/session-use',
    reads: ['shared/src/contract', 'shared/src/runtime', 'shared/src/people'],
  },
  {
    folder: 'shell/src/routing',
    reads: ['shell/src/texts', 'shared/src/access', 'shared/src/contract', 'shared/src/runtime'],
  },
  {
    folder: 'shell/src/preview',
    reads: ['shell/src/texts', 'shared/src/values', 'shared/src/contract', 'shared/src/ui'],
  },
  {
    folder: 'shell/src/remotes',
    reads: [
      'shell/src/texts',
      'shell/src/routing',
      'shell/src/preview',
      'shared/src/contract',
      'shared/src/runtime',
      'shared/src/query',
      'shared/src/ui',
    ],
  },
  {
    folder: 'shell/src/failures',
    reads: ['shell/src/remotes', 'shared/src/contract', 'shared/src/system-status'],
  },
  {
    folder: 'shell/src/features/auth',
    reads: [
      'shell/src/texts',
      'shell/src/routing',
      'shared/src/values',
      'shared/src/config',
      'shared/src/contract',
      'shared/src/runtime',
      'shared/src/ui',
      'shared/src/forms',
      'shared/src/people',
    ],
  },
  {
    folder: 'shell/src/layout',
    reads: [
      'shell/src/texts',
      'shell/src/session-use',
      'shell/src/routing',
      'shell/src/remotes',
      'shell/src/features/auth',
      'shared/src/values',
      'shared/src/config',
      'shared/src/access',
      'shared/src/contract',
      'shared/src/runtime',
      'shared/src/ui',
    ],
  },
  {
    folder: 'shell/src',
    reads: [
      'shell/src/texts',
      'shell/src/service-worker',
      'shell/src/routing',
      'shell/src/preview',
      'shell/src/remotes',
      'shell/src/failures',
      'shell/src/features/auth',
      'shell/src/layout',
      'shared/src/config',
      'shared/src/contract',
      'shared/src/runtime',
      'shared/src/ui',
    ],
  },
  { folder: 'shell', reads: ['platform/release/src/federation'] },
];

const SUPABASE: readonly Layer[] = [
  {
    folder: 'supabase/functions',
    reads: [
      'shared/src/appointments',
      'shared/src/orders',
      'shared/src/settings',
      'shared/src/system-status',
      'shared/src/values',
    ],
  },
  {
    folder: 'supabase/seed',
    reads: [
      'shared/src/db',
      'shared/src/orders',
      'shared/src/settings',
      'shared/src/values',
      'shared/src/config',
      'shared/src/access',
    ],
  },
];

/** Every folder whose imports are checked. ARCHITECTURE.md lists the same (layers.test.ts). */
export const LAYERS: readonly Layer[] = [...SHARED, ...REMOTES, ...SHELL, ...SUPABASE, ...SERVER, ...RELEASE];
