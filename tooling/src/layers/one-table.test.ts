import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

/** Markup of a table that is not a component of shared/src/ui. */
const OWN_TABLE = /<(?:table|thead|tbody|th|td)\b|role="(?:table|grid|columnheader)"/;

test('UI-14 no screen has table markup of its own', () => {
  const screens = globSync('{mfe-*,shell}/src/**/*.tsx', { cwd: inRoot() }).filter(
    (file) => !file.endsWith('.test.tsx'),
  );
  expect(screens.length).toBeGreaterThan(100);
  expect(screens.filter((file) => OWN_TABLE.test(readFileSync(inRoot(file), 'utf8')))).toEqual([]);
});

test.each(['<table className={styles.list}>', '<th>Marca</th>', '<div role="table" aria-label="Productos">'])(
  'UI-14 a screen that says «%s» is found',
  (source) => {
    expect(OWN_TABLE.test(source)).toBe(true);
  },
);
