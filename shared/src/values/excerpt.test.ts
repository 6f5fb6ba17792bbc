import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

test('TIME-38 a long text is cut between words, and one long word where it must', () => {
  expect(excerpt('No carga', 8)).toBe('No carga');
  expect(excerpt('No carga bien', 8)).toBe('No carga…');
  expect(excerpt('No carga, y además se apaga', 15)).toBe('No carga, y…');
  expect(excerpt('No carga, y además se apaga', 10)).toBe('No carga…');
  expect(excerpt('x'.repeat(200), 160)).toBe(`${'x'.repeat(160)}…`);
  expect(excerpt(`${'x'.repeat(9)}😀😀`, 10)).toBe(`${'x'.repeat(9)}…`);
});
