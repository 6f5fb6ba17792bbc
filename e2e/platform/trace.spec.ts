import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { traceSources } from '@taller/release/site/trace';
import { inRoot } from '@taller/release/workspace/root';
import { expect, test } from '../support/fixtures.ts';
import { runningBuild, serveSite } from '../support/sites.ts';

test('SHELL-41 a stack trace of production names sources and components, whose maps no visitor gets', async ({
  shop,
}) => {
  await using site = await serveSite(shop);
  const build = await runningBuild(site, 'mfe-orders');
  const folder = join(site.folder, 'remotes/mfe-orders', build);
  /** The file and position of a text in the scripts of a folder, as browsers write it. */
  const placeOf = async (scripts: string, address: string, wanted: RegExp) => {
    for (const file of (await readdir(scripts)).filter((name) => name.endsWith('.js'))) {
      const lines = (await readFile(join(scripts, file), 'utf8')).split('\n');
      const line = lines.findIndex((content) => wanted.test(content));
      if (line >= 0)
        return {
          file,
          position: `${address}${file}:${line + 1}:${(lines[line]?.search(wanted) ?? 0) + 1}`,
        };
    }
    throw new Error(`No script of ${scripts} has ${wanted.source}`);
  };
  const text = 'Error al enviar el presupuesto.';
  const source = await readFile(inRoot('mfe-orders/src/features/orders/texts.ts'), 'utf8');
  const sourceLine = source.split('\n').findIndex((line) => line.includes(text)) + 1;
  const address = `${site.url}/remotes/mfe-orders/${build}/`;
  const remote = await placeOf(folder, address, new RegExp(text.replaceAll('.', '\\.')));
  const shell = await placeOf(
    join(site.folder, 'assets'),
    `${site.url}/assets/`,
    /No pudimos mostrar esta parte del sitio\./,
  );
  // The position is in a component, whose name is not in the scripts.
  const page = await placeOf(folder, address, /\(["'`]cita["'`]\)/);
  const gone = `${site.url}/remotes/mfe-orders/gone/x.js:1:1`;
  const stack = `Error: x\n    at a (${remote.position})\n    at ${shell.position}\n    at ${page.position}\n    at b (${gone})`;
  expect(await traceSources(site.folder, stack)).toMatch(
    new RegExp(
      `^Error: x\\n    at a \\(mfe-orders/src/features/orders/texts\\.ts:${sourceLine}:\\d+[^)]*\\)?\\)` +
        `\\n    at shell/src/texts/es\\.ts:\\d+:\\d+.*` +
        `\\n    at mfe-orders/src/features/appointments/appointments-page\\.tsx:\\d+:\\d+ \\(.*en AppointmentsPage\\)` +
        `\\n    at b \\(${gone.replaceAll('.', '\\.')}\\)$`,
    ),
  );

  // 'Estado' shows positions without the site's origin.
  const shown = remote.position.slice(site.url.length);
  expect(shown).toMatch(/^\/remotes\//);
  expect(await traceSources(site.folder, `${shown}\n${shell.position.slice(site.url.length)}`)).toMatch(
    /^mfe-orders\/src\/features\/orders\/texts\.ts:\d+:\d+.*\nshell\/src\/texts\/es\.ts:\d+:\d+/,
  );

  const map = `.build/maps/${remote.file}.map`;
  expect(JSON.parse(await readFile(join(folder, map), 'utf8'))).toMatchObject({ version: 3 });
  for (const path of [map, `${remote.file}.map`]) {
    const answer = await fetch(`${site.url}/remotes/mfe-orders/${build}/${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
