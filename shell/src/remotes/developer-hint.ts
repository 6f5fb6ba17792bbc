/** In development: a remote that `npm run dev` was not asked to start. */
export class NotStarted extends Error {
  readonly command: string;

  constructor(name: string, running: readonly string[]) {
    super(`${name} is not in the registry: its development server does not run`);
    this.command = ['npm run dev', ...running, name].join(' ');
  }
}

/** In development: what a failed part says, with what to start where that helps; in no build. */
export function developerHint(error: unknown, said: string): string {
  if (error instanceof NotStarted)
    return `No está en marcha. Detén npm run dev (Ctrl-C) e inicia todo junto: ${error.command}`;
  return `${said} En desarrollo: la terminal de npm run dev dice qué falla.`;
}
