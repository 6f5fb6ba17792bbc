import { expect, test } from 'vitest';
import { contrast } from '#src/values/color.ts';
import { edgePairs, textPairs } from '../testing/contrast-pairs.ts';
import { someColors } from '../testing/some-colors.ts';
import { tokens, type Scheme } from '../testing/read-tokens.ts';
import { colorFault, DEFAULT_TOKENS, brandingTokens, type BrandingToken } from './branding-colors.ts';

const COLORS = someColors(400);

test('CFG-50 a colour is accepted if white text on it is readable; else the nearest such colour is suggested', () => {
  expect(colorFault('#b3261e')).toBeNull();
  expect(colorFault('#000000')).toBeNull();
  expect(colorFault('#767676')).toBeNull();
  expect(colorFault('#777777')).toEqual({ contrast: expect.closeTo(4.48, 2), better: '#767676' });
  const [taken, refused] = [[], []] as [string[], string[]];
  for (const color of COLORS) (colorFault(color) ? refused : taken).push(color);
  expect(Math.min(taken.length, refused.length)).toBeGreaterThan(50);
  for (const color of refused) {
    const better = colorFault(color)?.better ?? '';
    expect([color, better, colorFault(better)]).toEqual([color, better, null]);
  }
});

test('CFG-51 the defaults that a main colour replaces are those of the style sheet, and without one nothing is replaced', () => {
  for (const [name, [light, dark]] of Object.entries(DEFAULT_TOKENS))
    expect([name, tokens.get(name)]).toEqual([name, { light, dark }]);
  expect(brandingTokens(null)).toEqual({});
  expect(Object.keys(brandingTokens('#b3261e')).toSorted()).toEqual(Object.keys(DEFAULT_TOKENS).toSorted());
});

test('CFG-51 with every colour that is taken, all text can be read in both schemes, and every edge can be seen', () => {
  const colors = COLORS.map((color) => colorFault(color)?.better ?? color);
  const faults = colors.flatMap((color) => {
    const own = brandingTokens(color);
    const of = (name: string, scheme: Scheme) =>
      own[name as BrandingToken]?.[scheme === 'light' ? 0 : 1] ?? tokens.get(name)?.[scheme] ?? '';
    const low = (pairs: typeof textPairs, least: number) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        pairs
          .filter(([front, back]) => !(contrast(of(front, scheme), of(back, scheme)) >= least))
          .map((pair) => [color, scheme, ...pair]),
      );
    return [...low(textPairs, 4.5), ...low(edgePairs, 3)];
  });
  expect(faults).toEqual([]);
});
