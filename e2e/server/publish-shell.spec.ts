import { takenOver, watchErrors } from '../support/requests.ts';
import { expect, test } from '../support/fixtures.ts';
import { otherShell, publish, serveSite } from '../support/sites.ts';

const SKIP = 'Saltar al contenido';
const OTHER = 'Ir a lo principal';

test('SHELL-51 the shell is published alone: open tabs go on and take it with their next step; it is rolled back alone', async ({
  shop,
  page,
}) => {
  await using site = await serveSite(shop);
  const errors = watchErrors(page);
  await page.clock.install();
  await page.goto(site.url);
  await takenOver(page);
  await expect(page.getByText(SKIP)).toBeAttached();

  const folder = await otherShell(site, 'older0000051', { [SKIP]: OTHER });
  const { code, output } = await publish(site, 'shell', '--build', folder);
  expect([code, output.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^✓ shell older0000051 publicado \(antes: [0-9a-f]{12}\)$/),
  ]);
  // What the open tab has not loaded yet still exists, and its next step brings the new shell.
  await page.clock.fastForward(20_000);
  await page.getByRole('banner').getByRole('link', { name: 'Servicios' }).click();
  await expect(page.getByText('Lo que reparamos todas las semanas')).toBeVisible();
  await expect(page.getByText(OTHER)).toBeAttached();

  const back = await publish(site, 'shell', '--rollback');
  expect([back.code, back.output.trim().split('\n').at(-1)]).toEqual([
    0,
    expect.stringMatching(/^✓ shell [0-9a-f]{12} publicado \(antes: older0000051\)$/),
  ]);
  await page.clock.fastForward(20_000);
  await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).click();
  await expect(page.getByText(SKIP)).toBeAttached();
  expect(errors).toEqual([]);
});
