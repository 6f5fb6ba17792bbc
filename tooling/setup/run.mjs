// `node tooling/setup/run.mjs TASK …`: installs what is missing, then runs tooling/src/tasks/TASK.ts on Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, nodeFolder, root, toolEnv } from './install.mjs';
import { supervise } from './supervise.mjs';

/** What a shop runs; every other task belongs to development. */
const OF_A_SHOP = [
  'start',
  'build-site',
  'publish-remote',
  'site-status',
  'rotate-device-key',
  'backup',
  'restore',
];
const [task, ...args] = process.argv.slice(2);
install({ tools: !OF_A_SHOP.includes(task) });
const node = join(nodeFolder(), 'node');
const command = [join(root, 'tooling/src/tasks', `${task}.ts`), ...args];

if (task === 'start') {
  // Half of a warm start is compiling what the last start has compiled already.
  const cache = { NODE_COMPILE_CACHE: join(root, '.cache/compile') };
  supervise(node, command, { cwd: root, env: { ...cache, ...toolEnv() } });
} else {
  const child = spawn(node, command, { cwd: root, stdio: 'inherit', env: toolEnv() });
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}
