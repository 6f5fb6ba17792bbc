import { parseArgs } from 'node:util';
import { createRemote } from '#src/new-remote/create-remote.ts';
import { remoteChoices } from '#src/new-remote/remote-choices.ts';
import { BadRemoteName } from '#src/new-remote/remote-choices.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';

// `npm run new-remote -- mfe-NOMBRE`: scaffolds a remote with one screen, which builds, is tested, is part of the site
// and has its entry in a menu.

const USAGE = `Uso: npm run new-remote -- mfe-NOMBRE [opciones]

  --title 'TÍTULO'   título de la pantalla y de su pestaña o enlace, con sus tildes; si no, sale del nombre
  --roles ROLES      quiénes la ven, con comas: admin,technician,receptionist,customer; si no, todo el personal
  --menu LUGAR       panel: una pestaña del panel; header: un enlace arriba; none: nada; si no, panel
  --group GRUPO      dónde queda su pestaña al costado: Trabajo, Bodega o Gestión; si no, Trabajo
  --list             una lista con búsqueda: su función en la base de datos, su lectura, su pantalla y sus pruebas`;

const PLACES = { panel: 'en las pestañas del panel', header: 'arriba', none: 'sin enlace' } as const;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: 'string' },
      roles: { type: 'string' },
      menu: { type: 'string' },
      group: { type: 'string' },
      list: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
    },
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new BadRemoteName(`Di un nombre, y uno solo.\n\n${USAGE}`);
  const remote = await createRemote(name, remoteChoices(values), { install: !values['no-install'] });
  const width = 'npm run unit -- '.length + name.length;
  console.log(
    [
      '',
      `✓ ${name} está listo: «${remote.title}» en la dirección ${remote.path}, ${PLACES[remote.menu]}, para ${remote.roles.join(', ')}.`,
      '',
      ...(remote.list
        ? [
            '  Antes, la migración de su función y sus tipos:',
            `  npm run db:diff -- ${name.replaceAll('-', '_')} && npm run gen:types`,
            '',
          ]
        : []),
      `  ${`npm run dev ${name}`.padEnd(width)}   lo muestra solo, con sesión y datos`,
      `  ${`npm run unit -- ${name}`.padEnd(width)}   sus pruebas`,
      `  ${`${name}/src/features`.padEnd(width)}   sus pantallas`,
      '  shared/src/contract/screens.ts tiene su dirección, su título, quién la ve, y sus enlaces.',
      `  Para quitarlo: npm run remove-remote -- ${name}`,
      '',
    ].join('\n'),
  );
} catch (error) {
  const isRefused = error instanceof BadRemoteName || isUsageError(error);
  console.error(isRefused ? `\n✗ ${error.message}\n` : error);
  console.error('No se cambió nada.');
  process.exitCode = 1;
}
