import { parseArgs } from 'node:util';
import { BadRemoteName } from '#src/new-remote/remote-choices.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { removeRemote } from '#src/new-remote/remove-remote.ts';

// `npm run remove-remote -- mfe-NOMBRE`: removes a remote, and lists the references that remain.

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'no-install': { type: 'boolean', default: false },
      discard: { type: 'boolean', default: false },
    },
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0)
    throw new BadRemoteName('Di un nombre, y uno solo. Por ejemplo: npm run remove-remote -- mfe-ejemplo');
  const { addresses, left } = await removeRemote(name, {
    install: !values['no-install'],
    discard: values.discard,
  });
  console.log(
    [
      '',
      `✓ ${name} ya no está: su carpeta, sus pantallas y lo que lo nombraba en las listas.`,
      '',
      ...(left.length === 0
        ? ['  No queda nada que lo nombre.']
        : ['  Todavía lo nombran, y hay que revisarlos a mano:', ...left.map((file) => `    ${file}`)]),
      '  Comprueba el resto con npm run check.',
      '',
      `  Un sitio publicado lo sigue mostrando hasta que publiques el sitio completo con build:site. Desde entonces`,
      `  ${addresses.join(', ')} no existe${addresses.length === 1 ? '' : 'n'}; las pestañas abiertas siguen funcionando.`,
      '',
    ].join('\n'),
  );
} catch (error) {
  const isRefused = error instanceof BadRemoteName || isUsageError(error);
  console.error(isRefused ? `\n✗ ${error.message}\n` : error);
  console.error('No se cambió nada.');
  process.exitCode = 1;
}
