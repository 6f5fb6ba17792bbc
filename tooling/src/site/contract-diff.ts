import { openedModules } from '@taller/shared/contract/opened-modules.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { DEPRECATIONS } from '@taller/shared/contract/deprecations.ts';
import { providedNames } from '@taller/shared/contract/runtime-history.ts';
import { PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { readShell } from '#src/build/descriptors.ts';
import { shellExports } from '#src/build/shell-exports.ts';
import { misfitOf, type ShellContract } from '#src/site/assert-fits.ts';
import { lostBuilds, retiring, retiringNames } from '#src/site/deprecated-uses.ts';
import { named } from '#src/site/gone-names.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { readRelease, shellFolder } from '#src/site/release.ts';
import { runningRemotes } from '#src/site/running-remotes.ts';
import { SiteFolder } from '#src/site/site-folder.ts';
import { reactOf } from '#src/workspace/react-version.ts';

/** The difference between a deployed shell and another one. */
export interface ContractDiff {
  /** In Spanish, a line each; empty if both are the same. */
  changes: string[];
  /** Deployed remotes that the other shell refuses, with the reason. */
  refused: string[];
  /** Deprecated names of the other shell, each with the deployed builds that use it or that it can go. */
  retiring: string[];
  /** Targets of rollbacks and previews that the other shell takes out of reach, with the reason. */
  lost: string[];
}

/** The contract of the sources as they stand. */
export const contractOfSources = (): ShellContract => ({
  ...PROVIDED,
  packages: reactOf('shell'),
  exports: shellExports(),
  deprecated: DEPRECATIONS,
  opens: Object.fromEntries(REMOTE_NAMES.map((remote) => [remote, openedModules(remote)])),
});

/** Names that a shell provides, `useQuery de @taller/shared/query`. */
const namesOf = ({ exports, runtime }: ShellContract): string[] =>
  Object.entries(exports ?? providedNames(runtime)).flatMap(([module, names]) =>
    names.map((name: string) => named(module, name)),
  );

/** What two shells of one contract provide differently, and what the next one announces. */
function nameChanges(before: ShellContract, next: ShellContract): string[] {
  const [old, provided] = [namesOf(before), namesOf(next)];
  const said = new Map(
    (before.deprecated ?? []).map(({ module, name, instead }) => [named(module, name), instead]),
  );
  const lines = provided.filter((name) => !old.includes(name)).map((name) => `agrega ${name}`);
  for (const name of old) {
    if (provided.includes(name)) continue;
    const instead = said.get(name);
    lines.push(
      `ruptura: quita ${name}` +
        (instead ? ` (en su lugar: ${instead})` : ', que el sitio no había anunciado'),
    );
  }
  for (const { module, name, instead } of retiring(next))
    if (!said.has(named(module, name)))
      lines.push(`anuncia que quitará ${named(module, name)} (en su lugar: ${instead})`);
  return lines;
}

function changesOf(before: ShellContract, next: ShellContract): string[] {
  const changes: string[] = [];
  if (before.contract !== next.contract)
    changes.push(`ruptura: el contrato pasa del ${before.contract} al ${next.contract}`);
  else {
    if (before.runtime !== next.runtime)
      changes.push(`la versión de lo que entrega el shell pasa de la ${before.runtime} a la ${next.runtime}`);
    changes.push(...nameChanges(before, next));
  }
  for (const [name, version] of Object.entries(next.packages ?? {})) {
    const old = before.packages?.[name];
    if (old !== undefined && old !== version) changes.push(`${name} pasa de ${old} a ${version}`);
  }
  const modulesOf = ({ opens = {} }: ShellContract) =>
    Object.entries(opens).flatMap(([name, modules]) => modules.map((module) => `${name}/${module}`));
  const [old, asked] = [modulesOf(before), modulesOf(next)];
  for (const module of asked) if (!old.includes(module)) changes.push(`el shell pide además ${module}`);
  for (const module of old) if (!asked.includes(module)) changes.push(`el shell ya no pide ${module}`);
  return changes;
}

/**
 * Compares the contract of a site's shell with another one, and tells which deployed remotes that one refuses.
 * @param path the site's folder.
 * @throws PublishError if there is no site.
 */
export async function contractDiff(path: string, next: ShellContract): Promise<ContractDiff> {
  const folder = await new SiteFolder(path).running();
  const release = folder ? await readRelease(folder) : null;
  if (!folder || !release) throw new PublishError(`${path} no es un sitio publicado con build:site.`);
  const deployed = await readShell(shellFolder(folder));
  const running = { folder, release };
  const refused = (await runningRemotes(running)).flatMap((remote) => {
    const reason = misfitOf(remote, next);
    return reason === null ? [] : [`${remote.name} ${remote.build}: ${reason}`];
  });
  // Another contract has other names: every remote has to follow, whatever it uses.
  const sameContract = deployed.contract === next.contract;
  return {
    changes: changesOf(deployed, next),
    refused,
    retiring: sameContract ? await retiringNames(running, next) : [],
    lost: sameContract ? (await lostBuilds(running, next)).lines : [],
  };
}
