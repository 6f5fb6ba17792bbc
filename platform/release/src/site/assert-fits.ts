import { join } from 'node:path';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { misfit } from '@taller/shared/contract/runtime-version.ts';
import { readRemote, type RemoteDescriptor, type ShellDescriptor } from '#src/build/descriptors.ts';
import { reactMisfit } from '#src/workspace/react-version.ts';
import { assertAdmitted, registryScreens, shellsScreen } from '#src/site/external-remote-checks.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { remoteFolder, type Release } from '#src/site/release.ts';

/** A site's release and its folder. */
export interface Running {
  folder: string;
  release: Release;
}

/** Modules that the deployed shell requires of a remote: those it lists, else those of the running build. */
async function modulesAskedFor(
  build: RemoteDescriptor,
  { folder, release }: Running,
  shell: ShellDescriptor,
): Promise<readonly string[]> {
  const { name, screens = [] } = build;
  const modulesOf = (brought: readonly DeclaredScreen[]) => brought.map(({ module = 'routes' }) => module);
  if (release.guests?.[name]) return modulesOf(screens);
  if (shell.opens)
    return [...(shell.opens[name] ?? []), ...modulesOf(registryScreens(build, release, shell) ?? [])];
  const current = release.remotes[name]?.current;
  if (current === undefined) return [];
  return Object.keys((await readRemote(join(folder, remoteFolder(name, current)))).modules);
}

/** Requirements of a remote for the shell that runs it. */
export type Needed = Pick<RemoteDescriptor, 'contract' | 'runtime' | 'packages' | 'uses'>;

/**
 * Rejects a remote that a shell cannot run.
 * @throws PublishError with what to do.
 */
export function assertRuns(name: RemoteName, needed: Needed, shell: Omit<ShellContract, 'opens'>): void {
  const reason = misfit(needed, shell);
  if (reason === 'contract') {
    throw new PublishError(
      `${name} se construyó para el contrato ${needed.contract} y el sitio usa el ${shell.contract}. ` +
        (needed.contract > shell.contract
          ? 'Publica primero el sitio completo con build:site, y después este remoto.'
          : 'Actualiza el código del remoto a la versión del sitio y publícalo de nuevo.'),
    );
  }
  if (reason === 'runtime') {
    throw new PublishError(
      `${name} usa la versión ${needed.runtime} de lo que entrega el sitio, y el sitio tiene la ${shell.runtime}. ` +
        'Publica primero el sitio completo con build:site, o quita del remoto lo que es más nuevo.',
    );
  }
  const foreign = reactMisfit(name, needed.packages ?? {}, shell.packages ?? {});
  if (foreign !== null) throw new PublishError(foreign);
  const missing = missingNames(needed, shell);
  if (missing.length > 0)
    throw new PublishError(
      `${name} ${missing.join('; ')}. Cámbialo y publícalo de nuevo, o publica antes un shell que lo tenga.`,
    );
}

/** Names that a build uses and a shell lacks, in Spanish. A shell that lists no names is assumed to have them all. */
const missingNames = (
  { uses = {} }: Pick<RemoteDescriptor, 'uses'>,
  { exports = {} }: ShellContract,
): string[] =>
  Object.entries(exports).flatMap(([module, provided]) =>
    (uses[module] ?? [])
      .filter((name) => name !== '*' && !provided.includes(name))
      .map((name) => `usa ${name} de ${module}, que el shell no entrega`),
  );

/** Rejects a remote that lacks modules that a shell opens. @throws PublishError with what to do. */
export function assertHas(name: RemoteName, modules: readonly string[], opened: readonly string[]): void {
  const lacking = opened.filter((module) => !modules.includes(module));
  if (lacking.length > 0) {
    throw new PublishError(
      `A esta versión de ${name} le falta lo que el sitio abre: ${lacking.join(', ')}. ` +
        'Si pasó a otro remoto, publica el sitio completo con build:site.',
    );
  }
}

/**
 * Rejects a build that the deployed shell cannot run, or that lacks a required module.
 * @throws PublishError with what to do.
 */
export async function assertFits(
  name: RemoteName,
  needed: RemoteDescriptor,
  running: Running,
  shell: ShellDescriptor,
): Promise<void> {
  assertRuns(name, needed, shell);
  assertAdmitted(name, needed, running.release, shell);
  assertHas(name, Object.keys(needed.modules), await modulesAskedFor(needed, running, shell));
}

/** Part of a shell's descriptor that concerns remotes: what it provides and what it requires. */
export type ShellContract = Pick<
  ShellDescriptor,
  'contract' | 'runtime' | 'packages' | 'opens' | 'paths' | 'exports'
>;

/** Why a remote that runs cannot be shown by another shell, in few words; null if it can. */
export function misfitOf(remote: RemoteDescriptor, shell: ShellContract): string | null {
  const reason = misfit(remote, shell);
  if (reason === 'contract') return `usa el contrato ${remote.contract}, y el shell el ${shell.contract}`;
  if (reason === 'runtime')
    return `usa la versión ${remote.runtime} de lo que entrega el shell, que tiene la ${shell.runtime}`;
  const foreign = reactMisfit(remote.name, remote.packages ?? {}, shell.packages ?? {});
  if (foreign !== null) return foreign;
  const missing = missingNames(remote, shell);
  if (missing.length > 0) return missing.join('; ');
  const taken = remote.screens ? shellsScreen(remote.screens, shell) : null;
  if (taken !== null) return `su dirección ${taken} es de otra pantalla del shell`;
  const lacking = (shell.opens?.[remote.name] ?? []).filter(
    (module) => !Object.hasOwn(remote.modules, module),
  );
  return lacking.length > 0 ? `le falta lo que el shell abre: ${lacking.join(', ')}` : null;
}
