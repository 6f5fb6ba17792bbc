import { spawn, type ChildProcess } from 'node:child_process';
import { startServer } from '@taller/server/start-server.ts';
import { REMOTE_NAMES, SHELL_PORT } from '#src/federation/ports.ts';
import { inRoot } from '#src/root.ts';

// `pnpm dev`: the shell and all remotes with hot reload, on the embedded server with the demo shop. A process for each, as for the builds.
const server = await startServer({
  port: 0,
  dataDir: process.env.DATA_DIR ?? inRoot('.data'),
  mode: 'demo',
  siteDir: null,
});

const children: ChildProcess[] = ['shell', ...REMOTE_NAMES].map((name) =>
  spawn(process.execPath, [inRoot(name, 'node_modules/vite/bin/vite.js'), '--logLevel', 'warn'], {
    cwd: inRoot(name),
    env: { ...process.env, TALLER_API: server.url, TALLER_API_KEY: server.keys.publishable },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
);

async function stop(code: number): Promise<never> {
  for (const child of children) child.kill();
  await server.close();
  process.exit(code);
}

for (const child of children) child.on('exit', (code) => void stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
console.log(`\nSitio en desarrollo: http://localhost:${SHELL_PORT}\nAPI y simuladores:  ${server.url}`);
