import { toOklch } from '#src/values/color.ts';
import { expect, test } from 'vitest';
import { tokens, type Scheme } from '../../testing/read-tokens.ts';

const hueOf = (name: string, scheme: Scheme) => toOklch(tokens.get(name)?.[scheme] ?? '').hue;

test.each<Scheme>(['light', 'dark'])(
  'UI-43 the focus ring is far in hue from the line of an error in the %s scheme',
  (scheme) => {
    const apart = Math.abs(hueOf('focus', scheme) - hueOf('danger-line', scheme));
    expect(Math.min(apart, 2 * Math.PI - apart)).toBeGreaterThan(Math.PI / 4);
  },
);
