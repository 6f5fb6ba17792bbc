import { expect, test } from 'vitest';
import { linearRgb, tokens, type Scheme } from '../../testing/read-tokens.ts';

type Triple = readonly [number, number, number];

/** Colour vision deficiencies on linear RGB: Machado, Oliveira and Fernandes (2009), severity 1. */
const VISIONS: Record<string, readonly [Triple, Triple, Triple]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** CIELAB (D65) of linear RGB. */
function lab(rgb: Triple): Triple {
  const root = (value: number) =>
    value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116;
  const x = root(dot([0.4124564, 0.3575761, 0.1804375], rgb) / 0.95047);
  const y = root(dot([0.2126729, 0.7151522, 0.072175], rgb));
  const z = root(dot([0.0193339, 0.119192, 0.9503041], rgb) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Perceived difference of two tokens: ΔE of CIE 1976. 2 is just noticeable; adjacent colours in a chart need 20. */
function difference(one: string, other: string, scheme: Scheme, vision: string): number {
  const [a, b] = [one, other].map((name) => {
    const hex = tokens.get(name)?.[scheme];
    const matrix = VISIONS[vision];
    if (!hex || !matrix) throw new Error(`No such token or vision: ${name}, ${vision}`);
    const rgb = linearRgb(hex);
    const seen = (row: Triple) => Math.min(1, Math.max(0, dot(row, rgb)));
    return lab([seen(matrix[0]), seen(matrix[1]), seen(matrix[2])]);
  });
  return Math.hypot(...[0, 1, 2].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0)));
}

const pairs: readonly [string, string][] = [
  ['series-1', 'series-2'],
  ...['series-1', 'series-2'].flatMap((series): [string, string][] => [
    [series, 'surface'],
    [series, 'border'],
  ]),
];

test.each(
  (['light', 'dark'] as const).flatMap((scheme) =>
    Object.keys(VISIONS).flatMap((vision) => pairs.map((pair) => [...pair, scheme, vision] as const)),
  ),
)('REP-04 a chart’s %s and %s differ in the %s scheme for %s colour vision', (one, other, scheme, vision) => {
  expect(difference(one, other, scheme, vision)).toBeGreaterThanOrEqual(20);
});

test('the measure tells red from green only to those who see the difference', () => {
  tokens.set('test-red', { light: '#d07a50', dark: '#d07a50' });
  tokens.set('test-green', { light: '#9c9a50', dark: '#9c9a50' });
  expect(difference('test-red', 'test-green', 'light', 'full')).toBeGreaterThan(30);
  expect(difference('test-red', 'test-green', 'light', 'deuteranopia')).toBeLessThan(15);
});
