import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packKit } from '#src/kit/pack-kit.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run pack-kit`: the package with which a team makes, tests, builds and publishes a remote in its own repository.

const { values } = parseArgs({ options: { to: { type: 'string', default: inRoot('.cache/kit') } } });
const archive = await packKit(resolve(values.to));
console.log(`✓ ${archive}

  Un remoto en su propio repositorio:
  npx --package ${archive} taller-remote new mfe-ejemplo --package ${archive} --title 'Ejemplo'`);
