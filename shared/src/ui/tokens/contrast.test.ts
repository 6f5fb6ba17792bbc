import { describe, expect, test } from 'vitest';
import { contrast } from '#src/values/color.ts';
import { edgePairs, textPairs } from '../../testing/contrast-pairs.ts';
import { tokens, type Scheme } from '../../testing/read-tokens.ts';

function contrastOf(foreground: string, background: string, scheme: Scheme): number {
  const front = tokens.get(foreground)?.[scheme];
  const back = tokens.get(background)?.[scheme];
  if (!front || !back) throw new Error(`No such colour pair: ${foreground} on ${background}`);
  return contrast(front, back);
}

describe.each<Scheme>(['light', 'dark'])('contrast in the %s scheme', (scheme) => {
  test.each(textPairs)('text %s on %s is at least 4.5', (foreground, background) => {
    expect(contrastOf(foreground, background, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edgePairs)('edge %s on %s is at least 3', (foreground, background) => {
    expect(contrastOf(foreground, background, scheme)).toBeGreaterThanOrEqual(3);
  });
});
