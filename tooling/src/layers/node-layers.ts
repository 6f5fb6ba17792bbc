import type { Layer } from './layer.ts';

const server = (name: string, own: readonly string[], others: readonly string[] = []): Layer => ({
  folder: `server/src/${name}`,
  reads: [...own.map((other) => `server/src/${other}`), ...others],
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
  server('database', ['errors', 'config', 'lite', 'postgres'], ['supabase/seed']),
  server('http', ['errors', 'config', 'network', 'log', 'database']),
  server('site', ['http']),
  server(
    'pages',
    ['http', 'site'],
    ['shared/src/values', 'shared/src/config', 'shared/src/contract', 'shared/src/orders'],
  ),
  server('mail', ['errors', 'config', 'lite', 'http'], ['shared/src/values', 'shared/src/config']),
  server('looks', ['http', 'tokens']),
  server(
    'api',
    ['errors', 'config', 'network', 'tokens', 'lite', 'log', 'database', 'http', 'mail', 'looks'],
    ['shared/src/config'],
  ),
  server('functions', ['config', 'log', 'http', 'api'], ['supabase/functions']),
  server('realtime', ['errors', 'config', 'network', 'tokens', 'database', 'http']),
  server('jobs', ['errors', 'functions', 'mail'], ['shared/src/system-status']),
  server('backup', ['errors', 'config', 'tokens', 'postgres', 'database', 'jobs']),
  server(
    'device-codes',
    ['errors', 'config', 'functions', 'jobs'],
    ['shared/src/orders', 'supabase/functions'],
  ),
  server(
    'status',
    ['jobs', 'site'],
    ['shared/src/contract', 'shared/src/system-status', 'supabase/functions'],
  ),
  server(
    'plain',
    ['config', 'network', 'http', 'site', 'api', 'functions'],
    ['shared/src/values', 'shared/src/config', 'shared/src/contract', 'shared/src/orders'],
  ),
  server('whatsapp-simulator', ['http'], ['shared/src/settings']),
  server('dev', ['http', 'mail', 'whatsapp-simulator']),
  { folder: 'server/src', reads: ['server/src/*', 'shared/src/config', 'shared/src/system-status'] },
];

const tooling = (name: string, own: readonly string[], others: readonly string[] = []): Layer => ({
  folder: `tooling/src/${name}`,
  reads: [...own.map((other) => `tooling/src/${other}`), ...others],
});

/** Layers of the tools that npm scripts run. */
export const TOOLING: readonly Layer[] = [
  { folder: 'tooling/setup', reads: [] },
  tooling('workspace', [], ['shared/src/contract']),
  tooling('layers', ['workspace']),
  tooling('tests', ['workspace', 'schemas']),
  tooling('audit', ['workspace']),
  tooling('new-remote', ['workspace'], ['shared/src/access', 'shared/src/contract']),
  tooling(
    'start',
    ['workspace'],
    [
      'server/src/config',
      'server/src/errors',
      'server/src/postgres',
      'shared/src/settings',
      'shared/src/values',
      'supabase/seed',
    ],
  ),
  tooling(
    'dev',
    ['workspace', 'start'],
    ['server/src/errors', 'shared/src/contract', 'shared/src/runtime', 'supabase/seed'],
  ),
  tooling(
    'federation',
    ['workspace', 'dev'],
    ['server/src/pages', 'shared/src/config', 'shared/src/contract', 'supabase/seed'],
  ),
  tooling(
    'build',
    ['workspace', 'federation'],
    ['shared/src/config', 'shared/src/contract', 'shared/src/runtime'],
  ),
  tooling('bench', ['workspace', 'federation', 'build'], ['shared/src/contract']),
  tooling(
    'site',
    ['workspace', 'build'],
    [
      'server/src/pages',
      'server/src/site',
      'shared/src/access',
      'shared/src/values',
      'shared/src/config',
      'shared/src/contract',
      'shared/src/orders',
      'shared/src/settings',
      'shared/src/system-status',
    ],
  ),
  tooling(
    'on-site',
    ['workspace', 'federation', 'build', 'site'],
    ['server/src/http', 'server/src/pages', 'shared/src/contract'],
  ),
  tooling(
    'opening',
    ['site'],
    [
      'server/src/http',
      'server/src/log',
      'server/src/network',
      'server/src/site',
      'shared/src/access',
      'shared/src/contract',
      'shared/src/runtime',
    ],
  ),
  tooling(
    'publishing',
    ['workspace', 'build', 'site', 'opening'],
    ['shared/src/access', 'shared/src/contract'],
  ),
  tooling(
    'kit',
    ['workspace', 'new-remote', 'federation', 'build', 'site', 'on-site', 'publishing'],
    ['shared/src/contract'],
  ),
  tooling(
    'device-codes',
    [],
    ['server/src/config', 'server/src/device-codes', 'shared/src/orders', 'supabase/functions'],
  ),
  tooling('hosted', ['workspace'], ['shared/src/system-status']),
  tooling(
    'schemas',
    ['workspace', 'hosted'],
    ['server/src/database', 'shared/src/access', 'shared/src/settings'],
  ),
  {
    folder: 'tooling/src/tasks',
    reads: [
      'tooling/src/*',
      'server/src',
      'server/src/*',
      'shared/src/config',
      'shared/src/contract',
      'supabase/seed',
    ],
  },
];
