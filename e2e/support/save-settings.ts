import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Saves the section of 'Ajustes' that is shown. The toast of an earlier save has to be gone first, so that the one
 * that appears is of this save: until then the form has changes, and whoever leaves it is asked.
 */
export async function saveSettings(page: Page): Promise<void> {
  const told = page.getByText('Ajustes guardados.', { exact: true });
  await expect(told).toHaveCount(0);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/functions/v1/save-settings'));
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await expect(told).toBeVisible();
}
