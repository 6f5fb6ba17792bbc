import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { publishableKeyFault, secretKeyFault } from '#src/workspace/project-keys.ts';
import { inRoot } from '#src/workspace/root.ts';

const SECRET = 'sb_secret_abc';
const PUBLISHABLE = 'sb_publishable_abc';
const NEEDS_SECRET = secretKeyFault(PUBLISHABLE);
const NEEDS_PUBLISHABLE = publishableKeyFault(SECRET);
/** Nothing listens there: a key that were not refused would be told as an address that does not answer. */
const URL = 'http://127.0.0.1:9';

test.each<[task: string, options: string[], environment: Record<string, string>, said: string]>([
  [
    'conformance',
    ['--url', URL, '--publishable-key', PUBLISHABLE, '--secret-key', PUBLISHABLE],
    {},
    `${NEEDS_SECRET}`,
  ],
  [
    'conformance',
    ['--url', URL, '--publishable-key', SECRET],
    { SUPABASE_SECRET_KEY: SECRET },
    `${NEEDS_PUBLISHABLE}`,
  ],
  [
    'build-site',
    ['--supabase-url', URL, '--supabase-key', SECRET],
    {},
    `--supabase-key: ${NEEDS_PUBLISHABLE}`,
  ],
  [
    'mail-templates',
    ['--supabase-url', URL, '--supabase-key', SECRET],
    {},
    `--supabase-key: ${NEEDS_PUBLISHABLE}`,
  ],
])(
  'OPS-82 %s refuses a key in place of the other before it does anything: %j %j',
  (task, options, environment, said) => {
    const run = spawnSync(process.execPath, [inRoot(`platform/release/src/tasks/${task}.ts`), ...options], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    expect({ status: run.status, said: run.stderr, shown: run.stdout }).toEqual({
      status: 1,
      said: `\n✗ ${said}\n\n`,
      shown: '',
    });
  },
);
