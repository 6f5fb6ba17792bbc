import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, StartError } from '@taller/server/errors/start-error.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { remotePort, SHELL_PORT } from '#src/workspace/ports.ts';
import { inRoot } from '#src/workspace/root.ts';

/** A package with a development server. */
export type DevPackage = 'shell' | RemoteName;

const portOf = (name: DevPackage) => (name === 'shell' ? SHELL_PORT : remotePort(name));
const POLL_MS = 150;

/** Checks that a package's port is free, before anything is started. @throws StartError port-taken */
export async function ensurePortFree(name: DevPackage): Promise<void> {
  const port = portOf(name);
  const probe = createServer();
  try {
    await once(probe.listen(port, 'localhost'), 'listening');
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    throw new StartError(
      'port-taken',
      `El puerto ${port}, el de ${name}, ya está ocupado; ¿hay otro \`npm run dev\` en marcha? Detenlo o elige otros puertos, por ejemplo: DEV_PORT=${SHELL_PORT + 100} npm run dev`,
      error,
    );
  } finally {
    probe.close();
  }
}

/**
 * Starts a package's Vite in a separate process, since the federation plugin keeps state per process, and in its own
 * process group: Ctrl-C reaches only the task, which stops everything in order. Its open stdin makes Vite exit when the
 * task is gone for any reason.
 * @param api URL and key of the server that it proxies requests to.
 */
export class DevServer {
  readonly name: DevPackage;
  private readonly child: ChildProcess;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;

  constructor(name: DevPackage, api: { url: string; key: string }) {
    this.name = name;
    this.child = spawn(
      process.execPath,
      [inRoot(name, 'node_modules/vite/bin/vite.js'), '--logLevel', 'warn'],
      {
        cwd: inRoot(name),
        env: {
          ...process.env,
          // In CI Vite would ignore its stdin.
          CI: '',
          // A build leaves `production` behind in its process, which would disable React's hot reload.
          NODE_ENV: 'development',
          TALLER_API: api.url,
          TALLER_API_KEY: api.key,
        },
        stdio: ['pipe', 'inherit', 'inherit'],
        detached: true,
      },
    );
    this.ended = new Promise((resolve) => {
      this.child.on('exit', resolve);
      this.child.on('error', () => resolve(null));
    });
  }

  /** Resolves when it responds, or has exited. */
  async ready(): Promise<void> {
    const file = this.name === 'shell' ? '' : 'mf-manifest.json';
    while (this.child.exitCode === null && this.child.signalCode === null) {
      const response = await fetch(`http://localhost:${portOf(this.name)}/${file}`).catch(() => null);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
