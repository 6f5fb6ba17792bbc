import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PatternDrawing } from './pattern-drawing.tsx';

test('ORD-13 ORD-126 the pattern is a picture: nine cells with their numbers, circles where the finger passes, arrows between them', () => {
  const svg = renderToStaticMarkup(<PatternDrawing value="1-5-9-6-3" />);
  expect(svg).toContain('aria-label="Patrón de desbloqueo: parte en 1 → 5 → 9 → 6 → 3"');
  expect(svg.match(/<circle /g)).toHaveLength(5);
  expect([...svg.matchAll(/<text[^>]*>(\d)<\/text>/g)].map(([, cell]) => cell).join('')).toBe('123456789');
  // The first cell alone is black.
  expect([...svg.matchAll(/<circle[^>]*class="([^"]*first[^"]*)"/g)]).toHaveLength(1);
  expect(svg.match(/<line /g)).toHaveLength(4);
});

test('ORD-13 a value that is no pattern is printed as it is rather than hidden', () => {
  expect(renderToStaticMarkup(<PatternDrawing value="1-1-<b>" />)).toContain('1-1-&lt;b&gt;');
});
