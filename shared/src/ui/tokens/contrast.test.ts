import { describe, expect, test } from 'vitest';
import { linearRgb, tokens, type Scheme } from '../../testing/read-tokens.ts';

/** Relative luminance of '#rrggbb' (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = linearRgb(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(foreground: string, background: string, scheme: Scheme): number {
  const front = tokens.get(foreground)?.[scheme];
  const back = tokens.get(background)?.[scheme];
  if (!front || !back) throw new Error(`No such colour pair: ${foreground} on ${background}`);
  const [high = 0, low = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const papers = ['bg', 'surface', 'surface-sunken', 'surface-raised', 'hover', 'selected'];
const states = ['neutral', 'info', 'success', 'warning', 'danger', 'quote'];

/** Text needs 4.5 (WCAG 2.2, 1.4.3 AA). */
const textPairs: [string, string][] = [
  ...['text', 'text-muted', 'link'].flatMap((ink) => papers.map((paper): [string, string] => [ink, paper])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['danger', 'surface'],
  ['danger', 'bg'],
  ['on-deep', 'deep'],
  ['on-deep', 'deep-raised'],
  ['on-deep-muted', 'deep'],
  ['on-deep-muted', 'deep-raised'],
  ['accent', 'deep'],
  ...states.map((state): [string, string] => [`${state}-fg`, `${state}-bg`]),
  ...states.flatMap((state) =>
    ['bg', 'surface', 'surface-raised', 'hover'].map((paper): [string, string] => [`${state}-fg`, paper]),
  ),
];

/** Edges of controls, icons that carry meaning, focus rings and chart series need 3 (WCAG 2.2, 1.4.11 AA). */
const edgePairs: [string, string][] = [
  ...['border-strong', 'focus', 'primary'].flatMap((edge) =>
    ['bg', 'surface', 'surface-raised'].map((paper): [string, string] => [edge, paper]),
  ),
  ['deep-border', 'deep'],
  ['accent', 'deep-raised'],
  ...states.flatMap((state) => ['bg', 'surface'].map((paper): [string, string] => [`${state}-line`, paper])),
  ...states.map((state): [string, string] => [`${state}-line`, `${state}-bg`]),
  ...[1, 2].map((series): [string, string] => [`series-${series}`, 'surface']),
];

describe.each<Scheme>(['light', 'dark'])('contrast in the %s scheme', (scheme) => {
  test.each(textPairs)('text %s on %s is at least 4.5', (foreground, background) => {
    expect(contrast(foreground, background, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edgePairs)('edge %s on %s is at least 3', (foreground, background) => {
    expect(contrast(foreground, background, scheme)).toBeGreaterThanOrEqual(3);
  });
});
