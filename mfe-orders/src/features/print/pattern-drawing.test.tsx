import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PatternDrawing } from './pattern-drawing.tsx';

test('ORD-13 the pattern is a picture: nine dots, the visited ones numbered in the order of the finger, arrows between them', () => {
  const svg = renderToStaticMarkup(<PatternDrawing value="1-5-9-6-3" />);
  expect(svg).toContain('aria-label="Patrón de desbloqueo 1-5-9-6-3"');
  expect(svg.match(/<circle /g)).toHaveLength(9);
  // Dots 1, 3, 5, 6 and 9 are labelled with their position in the sequence.
  expect([...svg.matchAll(/<text[^>]*>(\d)<\/text>/g)].map(([, place]) => place)).toEqual([
    '1',
    '5',
    '2',
    '4',
    '3',
  ]);
  expect(svg.match(/<line /g)).toHaveLength(4);
});

test('ORD-13 a value that is no pattern is printed as it is rather than hidden', () => {
  expect(renderToStaticMarkup(<PatternDrawing value="1-1-<b>" />)).toContain('1-1-&lt;b&gt;');
});
