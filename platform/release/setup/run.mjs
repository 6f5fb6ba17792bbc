// `node platform/release/setup/run.mjs TASK …`: installs what is missing, then runs src/tasks/TASK.ts on Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, nodeFolder, root, toolEnv } from './install.mjs';
import { makePrivate } from './private-folder.mjs';
import { supervise } from './supervise.mjs';

/** Tasks that a shop runs; all others are for development. */
const OF_A_SHOP = [
  'start',
  'build-site',
  'publish-remote',
  'site-status',
  'trace',
  'rotate-device-key',
  'rotate-record-key',
  'verify-records',
  'reset-admin',
  'mail-templates',
  'backup',
  'restore',
];
const [task, ...args] = process.argv.slice(2);
install({ tools: !OF_A_SHOP.includes(task) });
const node = join(nodeFolder(), 'node');
// Much of a warm start is compilation that an earlier one has already done, and tests start the same programs many
// times. Node does not check who wrote the compile cache.
const compiled = join(root, '.cache/compile');
const env = { ...(makePrivate(compiled) && { NODE_COMPILE_CACHE: compiled }), ...toolEnv() };

const script = join(root, 'platform/release/src/tasks', `${task}.ts`);
if (task === 'start') {
  supervise(node, [script, ...args], { cwd: root, env });
} else {
  const child = spawn(node, [script, ...args], { cwd: root, stdio: 'inherit', env });
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}
