import { expect, test } from 'vitest';
import { iconPath } from './icon-path.ts';

test.each([
  [
    'paths one after the other',
    [
      ['path', { d: 'M2 6h4', key: 'a' }],
      ['path', { d: 'm3 1 2 2', key: 'b' }],
    ],
    'M2 6h4M0 0m3 1 2 2',
  ],
  ['a line', [['line', { x1: '1', y1: '2', x2: '3', y2: '4' }]], 'M1 2L3 4'],
  ['a circle', [['circle', { cx: '12', cy: '12', r: '10' }]], 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z'],
  [
    'an ellipse',
    [['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }]],
    'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0z',
  ],
  ['a rectangle', [['rect', { x: '1', y: '2', width: '3', height: '4' }]], 'M1 2h3v4h-3z'],
  [
    'a rectangle with round corners',
    [['rect', { x: '2', y: '4', width: '20', height: '16', rx: '2' }]],
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  ],
  ['a polyline', [['polyline', { points: '1 2 3 4 5 6' }]], 'M1 2 3 4 5 6'],
  ['a polygon', [['polygon', { points: '1 2 3 4 5 6' }]], 'M1 2 3 4 5 6z'],
] as const)('an icon becomes one path: %s', (_, node, path) => {
  expect(iconPath(node)).toBe(path);
});

test.each([
  ['a filled dot', [['circle', { cx: '1', cy: '1', r: '.5', fill: 'currentColor' }]]],
  ['an unknown shape', [['text', { x: '1' }]]],
] as const)('an icon that is not only outlines stays as it is: %s', (_, node) => {
  expect(iconPath(node)).toBeNull();
});
