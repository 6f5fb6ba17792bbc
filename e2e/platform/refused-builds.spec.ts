import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { otherBuild, publish, publishOpened, serveSite } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

test(
  'SHELL-40 SHELL-81 a build that does not show its screens in the site is refused, and rolling back goes past those',
  { tag: EXHAUSTIVE },
  async ({ shop }) => {
    await using site = await serveSite(shop);
    /** A build whose module is no longer what the shell asks for. */
    const broken = async (build: string, change: (module: string) => string) => {
      const folder = await otherBuild(site, 'mfe-customer', build, {});
      const [module = ''] = (await readdir(folder)).filter((file) => /^routes-.*\.js$/.test(file));
      const code = await readFile(join(folder, module), 'utf8');
      expect(change(code)).not.toBe(code);
      await writeFile(join(folder, module), change(code));
      return folder;
    };
    const folders = {
      throwing: await broken('broken000001', (code) => `${code}\nthrow new Error('roto al cargar');`),
      nameless: await broken('broken000002', (code) => code.replace(/ as remote\}/, ' as otherwise}')),
      astray: await broken('broken000003', (code) => code.replace(/routes:/, 'rutas:')),
    };
    const registry = () => readFile(join(site.folder, 'remotes.json'), 'utf8');
    const before = await registry();
    // A preview is published unopened; a promotion opens it first.
    const preview = await publishOpened(site, 'mfe-customer', '--preview', '--build', folders.throwing);
    const link = /#vista-previa=[\w-]{22}$/m.exec(preview.output)?.[0] ?? '';
    for (const [how, reason] of [
      [['--promote', link], 'roto al cargar'],
      [['--build', folders.nameless], ''],
      [['--build', folders.astray], ''],
    ] as const) {
      const { code, output } = await publishOpened(site, 'mfe-customer', ...how);
      expect(output, how.join(' ')).toContain(
        'mfe-customer no se publicó: al abrirlo en el sitio, estas pantallas no se muestran:',
      );
      expect(output, how.join(' ')).toContain('  /dashboard (routes): ');
      expect(output).toContain(reason);
      expect([code, await registry()]).toEqual([1, before]);
    }

    // Published unopened, these builds are skipped by a rollback.
    const older = await otherBuild(site, 'mfe-customer', 'older0000040', {});
    const { code, output } = await publishOpened(site, 'mfe-customer', '--build', older);
    expect([code, output]).toEqual([0, expect.stringContaining('✓ mfe-customer older0000040 publicado')]);
    for (const folder of [folders.throwing, folders.nameless])
      await publish(site, 'mfe-customer', '--build', folder);
    await publish(
      site,
      'mfe-customer',
      '--build',
      await otherBuild(site, 'mfe-customer', 'newer0000040', {}),
    );
    const back = await publishOpened(site, 'mfe-customer', '--rollback');
    expect(back.output).toContain('mfe-customer broken000002 tampoco se muestra; se prueba la anterior');
    expect(back.output).toContain('✓ mfe-customer older0000040 publicado (antes: newer0000040)');
  },
);

test(
  'SHELL-40 a build whose screen fails with rows, but not without, is refused with the screen and the error',
  { tag: EXHAUSTIVE },
  async ({ shop }) => {
    await using site = await serveSite(shop);
    const registry = () => readFile(join(site.folder, 'remotes.json'), 'utf8');
    const before = await registry();
    // The panel reads this of each of the customer's orders.
    const bad = await otherBuild(site, 'mfe-customer', 'rowless00040', {
      '.equipment_brand': '.equipment.brand',
    });
    const refused = await publishOpened(site, 'mfe-customer', '--build', bad);
    expect(refused.output).toContain(
      'mfe-customer no se publicó: al abrirlo en el sitio, estas pantallas no se muestran:\n',
    );
    expect(refused.output).toContain(
      "  /dashboard (routes): TypeError: Cannot read properties of undefined (reading 'brand') (con los datos de la tienda de demostración)\n",
    );
    expect([refused.code, await registry()]).toEqual([1, before]);
    const good = await otherBuild(site, 'mfe-customer', 'rowful000040', {});
    const { code, output } = await publishOpened(site, 'mfe-customer', '--build', good);
    expect([code, output]).toEqual([0, expect.stringContaining('✓ mfe-customer rowful000040 publicado')]);
  },
);
