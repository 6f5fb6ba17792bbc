import { expect, type Page } from '@playwright/test';

/** Whether the accessible description of a field contains the text. */
export const described = (page: Page, name: string, text: string) =>
  expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(
    new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
