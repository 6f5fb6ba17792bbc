/** The inventory's screen, for its tests. */
import { expect, type Page } from '@playwright/test';

export const PATH = '/dashboard/inventario';

export const table = (page: Page) => page.getByRole('table', { name: 'Inventario de Productos' });
/** Rows of items: the first row is the header. */
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
export const search = (page: Page, text: string) =>
  page.getByLabel('Buscar por marca, modelo o código').fill(text);
export const addForm = (page: Page) =>
  page.locator('form', { has: page.getByRole('button', { name: 'Agregar Producto' }) });

interface NewItem {
  brand?: string;
  model: string;
  quantity?: string;
}

/** Opens the form of a new product, if it is not open. */
export async function openAddForm(page: Page) {
  await expect(rows(page).first()).toBeVisible();
  const form = addForm(page);
  if (!(await form.isVisible())) await page.getByRole('button', { name: 'Agregar Producto' }).click();
  return form;
}

/** Chooses what is done with many products, in the menu beside the title. */
export async function chooseMore(page: Page, action: string) {
  await page.getByRole('button', { name: 'Más', exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Opens a dialog of a product by its menu. */
export async function choose(page: Page, product: string | RegExp, action: string) {
  await page
    .getByRole('button', { name: product instanceof RegExp ? product : `Más acciones de ${product}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Adds a product with the form, using the first type and supplier. */
export async function addItem(page: Page, { brand = 'Samsung', model, quantity = '5' }: NewItem) {
  const form = await openAddForm(page);
  await form.getByLabel('Marca').fill(brand);
  await form.getByLabel('Modelo').fill(model);
  await form.getByLabel('Cantidad').fill(quantity);
  await form.getByLabel('Precio Cliente').fill('44.990');
  await form.getByLabel('Tipo').selectOption({ index: 1 });
  await form.getByLabel('Proveedor').selectOption({ index: 1 });
  // The toast of an earlier product may still be visible.
  const added = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/rest/v1/inventory'),
  );
  await form.getByRole('button', { name: 'Agregar Producto' }).click();
  expect((await added).ok()).toBe(true);
  await expect(page.getByText('Producto agregado.').first()).toBeVisible();
}

/** Searches for a product that exists once. */
export async function find(page: Page, model: string) {
  await search(page, model);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(model);
}
