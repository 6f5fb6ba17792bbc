import { sidewaysOverflow } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test("UI-02 a row's menu that is open while the window becomes narrower stays in it", async ({ openAs }) => {
  const page = await openAs('admin', '/dashboard/inventario', { viewport: { width: 1280, height: 800 } });
  await page
    .getByRole('button', { name: /^Más acciones de / })
    .first()
    .click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect
    .poll(async () => {
      const box = await menu.boundingBox();
      return box && box.x >= 0 && box.x + box.width <= 768;
    })
    .toBe(true);
  expect(await sidewaysOverflow(page)).toBe(0);
});
