import type { Layer } from './layer.ts';

const server = (name: string, own: readonly string[], others: readonly string[] = []): Layer => ({
  folder: `platform/server/src/${name}`,
  reads: [...own.map((other) => `platform/server/src/${other}`), ...others],
});

/** The embedded server. */
export const SERVER: readonly Layer[] = [
  server('errors', []),
  server('tokens', []),
  server('lite', []),
  server('network', []),
  server('config', ['errors', 'network'], ['shared/src/config', 'shared/src/system-status']),
  server('facts', ['errors', 'database'], ['shared/src/config']),
  server('log', ['errors'], ['shared/src/contract']),
  server('postgres', ['errors']),
  server('programs', ['errors']),
  server('database', ['errors', 'programs', 'config', 'lite', 'postgres'], ['supabase/seed']),
  server('http', ['errors', 'config', 'network', 'log', 'database']),
  server('site', ['http']),
  server(
    'pages',
    ['programs', 'http', 'site'],
    ['shared/src/values', 'shared/src/config', 'shared/src/contract', 'shared/src/orders'],
  ),
  server('mail', ['errors', 'config', 'lite', 'http'], ['shared/src/values', 'shared/src/config']),
  server('access-log', ['http', 'tokens']),
  server('storage', ['lite']),
  server(
    'api',
    [
      'errors',
      'config',
      'network',
      'tokens',
      'lite',
      'log',
      'database',
      'http',
      'mail',
      'access-log',
      'storage',
    ],
    ['shared/src/config'],
  ),
  server('functions', ['config', 'log', 'http', 'api'], ['supabase/functions']),
  server('realtime', ['errors', 'config', 'network', 'tokens', 'database', 'http']),
  server('jobs', ['errors', 'functions', 'mail'], ['shared/src/system-status']),
  server('backup', ['errors', 'programs', 'config', 'tokens', 'postgres', 'database', 'jobs']),
  server(
    'device-codes',
    ['errors', 'config', 'functions', 'jobs'],
    ['shared/src/orders', 'supabase/functions'],
  ),
  server('records', ['config', 'functions', 'jobs'], ['shared/src/orders', 'supabase/functions']),
  server(
    'status',
    ['jobs', 'site'],
    ['shared/src/contract', 'shared/src/system-status', 'supabase/functions'],
  ),
  server(
    'plain',
    ['config', 'network', 'http', 'site', 'api', 'functions'],
    [
      'shared/src/values',
      'shared/src/config',
      'shared/src/contract',
      'shared/src/orders',
      'shared/src/appointments',
    ],
  ),
  server('whatsapp-simulator', ['http'], ['shared/src/settings']),
  server('tax-simulator', ['http']),
  server('dev', ['http', 'mail', 'whatsapp-simulator', 'tax-simulator']),
  {
    folder: 'platform/server/src',
    reads: ['platform/server/src/*', 'shared/src/config', 'shared/src/system-status'],
  },
];

const release = (name: string, own: readonly string[], others: readonly string[] = []): Layer => ({
  folder: `platform/release/src/${name}`,
  reads: [...own.map((other) => `platform/release/src/${other}`), ...others],
});

/** Layers of the tools that npm scripts run. */
export const RELEASE: readonly Layer[] = [
  { folder: 'platform/release/setup', reads: [] },
  release('workspace', [], ['shared/src/contract']),
  release('layers', ['workspace']),
  release('tests', ['workspace', 'schemas']),
  release('audit', ['workspace']),
  release('new-remote', ['workspace'], ['shared/src/access', 'shared/src/contract']),
  release(
    'start',
    ['workspace'],
    [
      'platform/server/src/config',
      'platform/server/src/errors',
      'platform/server/src/postgres',
      'platform/server/src/programs',
      'shared/src/settings',
      'shared/src/values',
      'supabase/seed',
    ],
  ),
  release(
    'dev',
    ['workspace', 'start'],
    ['platform/server/src/errors', 'shared/src/contract', 'shared/src/runtime', 'supabase/seed'],
  ),
  release(
    'federation',
    ['workspace', 'dev'],
    ['platform/server/src/pages', 'shared/src/config', 'shared/src/contract', 'supabase/seed'],
  ),
  release(
    'build',
    ['workspace', 'federation'],
    ['shared/src/config', 'shared/src/contract', 'shared/src/runtime'],
  ),
  release('bench', ['workspace', 'federation', 'build'], ['shared/src/contract']),
  release(
    'site',
    ['workspace', 'build'],
    [
      'platform/server/src/errors',
      'platform/server/src/pages',
      'platform/server/src/programs',
      'platform/server/src/site',
      'shared/src/access',
      'shared/src/values',
      'shared/src/config',
      'shared/src/contract',
      'shared/src/orders',
      'shared/src/settings',
      'shared/src/system-status',
    ],
  ),
  release(
    'on-site',
    ['workspace', 'federation', 'build', 'site'],
    ['platform/server/src/http', 'platform/server/src/pages', 'shared/src/contract'],
  ),
  release(
    'opening',
    ['workspace', 'site'],
    [
      'platform/server/src/http',
      'platform/server/src/log',
      'platform/server/src/network',
      'platform/server/src/site',
      'shared/src/access',
      'shared/src/contract',
      'shared/src/runtime',
    ],
  ),
  release(
    'publishing',
    ['workspace', 'build', 'site', 'opening'],
    ['shared/src/access', 'shared/src/contract'],
  ),
  release(
    'kit',
    ['workspace', 'new-remote', 'federation', 'build', 'site', 'on-site', 'opening', 'publishing'],
    ['shared/src/contract'],
  ),
  release(
    'device-codes',
    [],
    [
      'platform/server/src/config',
      'platform/server/src/device-codes',
      'shared/src/orders',
      'supabase/functions',
    ],
  ),
  release('hosted', ['workspace'], ['shared/src/system-status']),
  release(
    'schemas',
    ['workspace', 'hosted'],
    ['platform/server/src/database', 'shared/src/access', 'shared/src/settings'],
  ),
  {
    folder: 'platform/release/src/tasks',
    reads: [
      'platform/release/src/*',
      'platform/server/src',
      'platform/server/src/*',
      'shared/src/config',
      'shared/src/contract',
      'supabase/seed',
    ],
  },
];
