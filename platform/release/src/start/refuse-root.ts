import { join, resolve } from 'node:path';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { canRead, CREATE_USER, ownUser, USER } from '@taller/server/postgres/run-as.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { inRoot } from '#src/workspace/root.ts';

/** The variable that allows root: for a container whose root has no rights outside of it. */
const ALLOWED = 'ALLOW_ROOT';

interface ShopPaths {
  readonly dataDir: string;
  /** Further folders and files that the server uses, as the operator named them. */
  readonly others: readonly (string | undefined)[];
}

/**
 * Refuses to start a real shop as root, since a vulnerable web server would then endanger the whole machine.
 * @throws StartError started-as-root with the commands that hand the shop over to an unprivileged user.
 */
export function refuseRoot(shop: ShopPaths): void {
  if (process.getuid?.() !== 0 || process.env[ALLOWED] === '1') return;
  throw new StartError('started-as-root', whatToDo(shop));
}

function whatToDo({ dataDir, others }: ShopPaths): string {
  const user = ownUser();
  const program = resolve(inRoot());
  const named = others.filter((path) => path !== undefined).map((path) => resolve(program, path));
  const owned = new Set([program, dataDir, clusterOf(dataDir), ...named]);
  const paths = [...owned].filter((path) => ![...owned].some((other) => path.startsWith(join(other, '/'))));
  const steps = [
    ...(user ? [] : [CREATE_USER]),
    `mkdir -p ${dataDir}`,
    `chown -R ${USER}: ${paths.join(' ')}`,
    `runuser -u ${USER} -- npm start -- --empty`,
  ];
  return [
    'Una tienda real no parte como root: quien le encontrara una falla al servidor mandaría en toda la máquina.',
    `Que parta como «${USER}», un usuario sin privilegios${user ? ' que ya está creado' : ''}:`,
    '',
    ...steps.map((step) => `    ${step}`),
    '',
    'La última con las mismas variables delante (DATA_DIR, SITE_URL…).',
    ...(user && !canRead(join(program, 'package.json'), user)
      ? [
          `«${USER}» no llega a ${program}: muévelo antes a una carpeta que todos lean, como /srv/taller/code.`,
        ]
      : []),
    `Con systemd es User=${USER} (docs/deploy.md). En un contenedor cuyo root no manda fuera de él: ${ALLOWED}=1.`,
  ].join('\n');
}
