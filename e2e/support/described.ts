import { expect, type Page } from '@playwright/test';

/** What stands below a field, as its description says it to a screen reader, contains the text. */
export const described = (page: Page, name: string, text: string) =>
  expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(
    new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
