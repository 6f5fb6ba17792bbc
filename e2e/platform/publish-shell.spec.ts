import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import { takenOver, watchErrors } from '../support/requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { otherShell, outcomeOf, publish, publishOpened, serveSite, type OwnSite } from '../support/sites.ts';
import { EXHAUSTIVE } from '../support/tiers.ts';

/** The shell that runs in a site. */
const shellOf = async ({ folder }: OwnSite) =>
  (JSON.parse(await readFile(join(folder, '.release/release.json'), 'utf8')) as { shell: { build: string } })
    .shell.build;

/** Another build of the shell, with which one part of each remote is opened: all of them would take too long here. */
async function shellToOpen(site: OwnSite, build: string, changes: Record<string, string>): Promise<string> {
  const folder = await otherShell(site, build, changes);
  const file = join(folder, '.build/descriptor.json');
  const shell = JSON.parse(await readFile(file, 'utf8')) as { shows: Record<string, unknown[]> };
  for (const [name, parts] of Object.entries(shell.shows)) shell.shows[name] = parts.slice(0, 1);
  await writeFile(file, JSON.stringify(shell));
  return folder;
}

const SKIP = 'Saltar al contenido';
const OTHER = 'Ir a lo principal';

test(
  'SHELL-51 SHELL-40 the shell is published alone, opened with every remote: open tabs go on and take it with their next step; it is rolled back alone',
  { tag: EXHAUSTIVE },
  async ({ shop, page }) => {
    await using site = await serveSite(shop);
    const errors = watchErrors(page);
    await page.clock.install();
    await page.goto(site.url);
    await takenOver(page);
    await expect(page.getByText(SKIP)).toBeAttached();

    const broken = await shellToOpen(site, 'broken000051', { '?.remote;if(': '?.nothing;if(' });
    const folder = await shellToOpen(site, 'older0000051', { [SKIP]: OTHER });
    const opened = await publishOpened(site, 'shell', '--build', folder);
    for (const remote of REMOTE_NAMES)
      expect(opened.output).toMatch(new RegExp(`  abriendo ${remote} .+ en el shell older0000051…\n`));
    expect(outcomeOf(opened)).toEqual([
      0,
      expect.stringMatching(/^✓ shell older0000051 publicado \(antes: [0-9a-f]{12}\)$/),
    ]);
    // Files that the open tab has not loaded yet still exist, and its next navigation loads the new shell.
    await page.clock.fastForward(20_000);
    await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
    await expect(page.getByText('Lo que reparamos todas las semanas')).toBeVisible();
    await expect(page.getByText(OTHER)).toBeAttached();

    // This shell does not recognize the remotes that it loads.
    const refused = await publishOpened(site, 'shell', '--build', broken);
    expect(refused.output).toMatch(
      /\n✗ El shell no se publicó: con él, estas pantallas de mfe-\w+ no se muestran:\n {2}\/.* exposes no remote/,
    );
    expect([refused.code, await shellOf(site)]).toEqual([1, 'older0000051']);

    // Built from these sources.
    expect(outcomeOf(await publish(site, 'shell'))).toEqual([
      0,
      expect.stringMatching(/^✓ shell [0-9a-f]{12} publicado \(antes: older0000051\)$/),
    ]);
    await page.clock.fastForward(20_000);
    await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click();
    await expect(page.getByText(SKIP)).toBeAttached();

    expect(outcomeOf(await publish(site, 'shell', '--rollback'))).toEqual([
      0,
      expect.stringMatching(/^✓ shell older0000051 publicado \(antes: [0-9a-f]{12}\)$/),
    ]);
    await page.clock.fastForward(20_000);
    await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
    await expect(page.getByText(OTHER)).toBeAttached();
    expect(errors).toEqual([]);
  },
);
