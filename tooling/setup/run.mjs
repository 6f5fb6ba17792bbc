// `node tooling/setup/run.mjs TASK …`: installs what is missing, then runs tooling/src/tasks/TASK.ts on Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, nodeFolder, root, toolEnv } from './install.mjs';

const [task, ...args] = process.argv.slice(2);
install();
const script = join(root, 'tooling/src/tasks', `${task}.ts`);
/** Exit code with which a task asks to be started again (EX_TEMPFAIL of sysexits.h). */
const AGAIN = 75;
let child;
function start() {
  child = spawn(join(nodeFolder(), 'node'), [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: toolEnv(),
  });
  child.on('exit', (code, signal) => (code === AGAIN ? start() : process.exit(code ?? (signal ? 1 : 0))));
}
start();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
