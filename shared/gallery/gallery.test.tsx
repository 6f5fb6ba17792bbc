// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { SHOWN } from './examples.ts';
import { Gallery } from './gallery.tsx';

const sources = import.meta.glob<string>('../src/ui/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const shown = SHOWN.flatMap((group) => group.shown);

/**
 * Components without an example of their own: parts of other components, which show them (two filter dialogs would
 * open at one address), and the logo, which needs the facts of a shop.
 */
const PARTS = [
  'ColumnHeader',
  'Count',
  'DataList',
  'DialogFrame',
  'FilterDialog',
  'ShopLogo',
  'SortChoice',
  'StaleNote',
  'TableCells',
  'TableHead',
];

test('SHELL-48 every component has an example, with its name, what it is for, its import and its code', () => {
  const components = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^export function ([A-Z]\w+)/gm)].map(([, name = '']) => name),
  );
  expect(components.length).toBeGreaterThan(40);
  const used = shown.map(({ code }) => code).join('\n');
  const missing = components.filter((name) => !PARTS.includes(name) && !new RegExp(`<${name}\\b`).test(used));
  expect(missing).toEqual([]);
  for (const { name, text, line, code } of shown) {
    expect(text, `${name} has no docstring`).not.toBe('');
    expect(line, `${name} is not imported`).toContain(name);
    expect(code).toContain('export function Example()');
  }
});

test('SHELL-48 the gallery shows them all, and finds one by its name', async () => {
  renderScreen(<Gallery />);
  for (const { name } of shown) expect(screen.getByRole('article', { name })).toBeDefined();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), {
    target: { value: 'datefield' },
  });
  const nav = screen.getByRole('navigation', { name: 'Componentes' });
  await within(nav).findByRole('link', { name: 'DateField' });
  await expect.poll(() => within(nav).queryByRole('link', { name: 'Button' })).toBeNull();
  const article = screen.getByRole('article', { name: 'DateField' });
  expect(
    within(article).getByText("import { DateField } from '@taller/shared/ui/date-field.tsx';"),
  ).toBeDefined();
});
