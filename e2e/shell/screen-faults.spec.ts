/** The checks of every screen find what they are for (TEST-03). */
import { paths } from '@taller/shared/contract/paths.ts';
import type { Locator } from '@playwright/test';
import { axeFindings, contrastFaults } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutFaults, settled } from '../support/screen-faults.ts';

test('UI-01 TEST-03 a text that becomes too pale is found on a screen whose texts have passed, each time, and no longer after it', async ({
  page,
}) => {
  await page.goto('/servicios');
  await settled(page);
  expect(await contrastFaults(page)).toEqual([]);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => (element.style.color = '#bbb'));
  expect(await contrastFaults(page)).toEqual([expect.stringContaining('color-contrast: ')]);
  expect(await contrastFaults(page)).toHaveLength(1);
  await heading.evaluate((element) => (element.style.color = ''));
  expect(await contrastFaults(page)).toEqual([]);
  // Together with a fault of the structure, at each width; a fault of colours in each scheme.
  await heading.evaluate(
    (element) => (element.style.cssText = 'color: #7a7a7a; font-size: 16px; font-weight: 400'),
  );
  await page.getByRole('main').evaluate((element) => element.append(document.createElement('button')));
  for (let time = 0; time < 2; time += 1) {
    const findings = await axeFindings(page);
    for (const width of [390, 1280])
      expect(findings).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`${width} light button-name: `),
          expect.stringContaining(`${width} light color-contrast: `),
          expect.stringContaining(`${width} dark color-contrast: `),
        ]),
      );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await settled(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  // The background behind a text counts as well.
  await page.evaluate(() => (document.body.style.background = '#777'));
  await page.getByRole('main').evaluate((element) => (element.style.background = 'inherit'));
  expect(await contrastFaults(page)).not.toEqual([]);
});

test('UI-35 TEST-03 a word that is broken, a name that is cut beside an empty place and a button outside its row or cell are found', async ({
  openAs,
}) => {
  const page = await openAs('admin', paths.dashboardUsers.getHref(), {
    viewport: { width: 1280, height: 900 },
  });
  await settled(page);
  expect(await layoutFaults(page)).toEqual([]);
  const row = page.getByRole('table', { name: 'Equipo' }).getByRole('row').last();
  const cell = (at: number) => row.getByRole('cell').nth(at);
  /** Faults while an element of the row has a style. */
  const faultsOf = async (element: Locator, style: string) => {
    await element.evaluate((found, css) => (found.style.cssText += css), style);
    const faults = await layoutFaults(page);
    await page.reload();
    await settled(page);
    return faults;
  };
  expect(await faultsOf(cell(1), 'inline-size: 1rem; overflow-wrap: anywhere')).toEqual([
    expect.stringMatching(/^\d+ lines for [12] words: /),
  ]);
  const outside = [expect.stringMatching(/^outside its box by \d+ px: button\[button\] «/)];
  const button = row.getByRole('button').first();
  expect(await faultsOf(button, 'position: relative; inset-inline-end: 4rem')).toEqual(outside);
  expect(await faultsOf(button, 'position: relative; inset-block-start: 3rem')).toContainEqual(outside[0]);
  // Its full text is in a title, so that it is allowed where the row is full.
  await cell(1).evaluate((found) => found.setAttribute('title', found.textContent));
  const cut = 'overflow: hidden; white-space: nowrap; text-overflow: ellipsis; inline-size: 1rem';
  expect(await faultsOf(cell(1), cut)).toEqual([expect.stringMatching(/^cut beside \d+ px of free room: /)]);
  expect(await layoutFaults(page)).toEqual([]);
});
