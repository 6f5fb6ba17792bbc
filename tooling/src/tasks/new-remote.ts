import { parseArgs } from 'node:util';
import { createRemote } from '#src/new-remote/create-remote.ts';
import { BadRemoteName } from '#src/new-remote/remote-identity.ts';

// `npm run new-remote mfe-NOMBRE`: scaffolds a remote with one staff screen, which builds, is tested and is part of the
// site.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'no-install': { type: 'boolean', default: false } },
});

try {
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) {
    throw new BadRemoteName('Di un nombre, y uno solo. Por ejemplo: npm run new-remote mfe-garantias');
  }
  const remote = await createRemote(name, { install: !values['no-install'] });
  console.log(
    [
      '',
      `✓ ${name} está listo en la dirección ${remote.path}, para el personal.`,
      '',
      `  ${`npm run dev ${name}`.padEnd(name.length + 13)}   lo muestra solo, con sesión y datos`,
      `  ${`${name}/src/features`.padEnd(name.length + 13)}   sus pantallas`,
      '  shared/src/contract/screens.ts tiene su dirección, su título, quién la ve, y sus enlaces.',
      '',
    ].join('\n'),
  );
} catch (error) {
  console.error(error instanceof BadRemoteName ? `\n✗ ${error.message}\n` : error);
  console.error('No se cambió nada.');
  process.exitCode = 1;
}
