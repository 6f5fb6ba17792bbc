import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Saves the section of 'Ajustes' that is shown. Its answer is awaited, not only its toast: that of an earlier save may
 * still be there.
 */
export async function saveSettings(page: Page): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.url().includes('/rpc/save_setting_section'));
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.getByText('Ajustes guardados.', { exact: true }).last()).toBeVisible();
}
