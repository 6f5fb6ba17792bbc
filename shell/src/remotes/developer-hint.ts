/** A remote that `npm run dev` was not asked to start, in development. */
export class NotStarted extends Error {
  readonly command: string;

  constructor(name: string, running: readonly string[]) {
    super(`${name} is not in the registry: its development server does not run`);
    this.command = ['npm run dev', ...running, name].join(' ');
  }
}

/** Message of a failed part during development, with the command that helps, if any; not part of a build. */
export function developerHint(error: unknown, said: string): string {
  if (error instanceof NotStarted)
    return `No está en marcha. Detén npm run dev (Ctrl-C) e inicia todo junto: ${error.command}`;
  return `${said} En desarrollo: la terminal de npm run dev dice qué falla.`;
}
