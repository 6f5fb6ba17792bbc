import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import type { SitePackage } from '#src/build/build-package.ts';
import { typeFaults } from '#src/build/check-types.ts';
import { publishCommand } from '#src/publishing/publish-command.ts';
import { buildPackages } from '#src/site/build-site.ts';
import { USAGE } from '#src/publishing/publish-args.ts';
import { PublishError } from '#src/site/publish-error.ts';

// `npm run publish-remote -- NAME --site FOLDER`: builds one remote, or the shell, and publishes it to a running site.
// `--rollback` returns to the previous build. `--preview` puts the build beside the running one and prints a link.
// `--facts` publishes the shop's current details, with a remote or alone.

/** Builds the workspace's sources. @throws PublishError for type errors or missing sources */
async function buildChecked(name: SitePackage): Promise<string> {
  if (name !== 'shell' && !REMOTE_NAMES.includes(name))
    throw new PublishError(
      `${name} no es un remoto de este código. Si es de otro repositorio, publica lo que construyó su equipo: --build CARPETA.`,
    );
  const faults = await typeFaults(name);
  if (faults !== null)
    throw new PublishError(
      `${name} no se publicó: sus tipos no calzan; corrígelos y publica de nuevo.\n${faults}`,
    );
  const [built] = await buildPackages([name], (line) => console.log(line));
  if (!built) throw new PublishError(USAGE);
  return built.folder;
}

await publishCommand(process.argv.slice(2), buildChecked);
