import { vi } from 'vitest';

// Read as a file: the test runner replaces imported style sheets with empty ones. Declared here, since shared has no
// Node types.
const { readFileSync } = await vi.importActual<{ readFileSync: (file: URL, encoding: 'utf8') => string }>(
  'node:fs',
);
const css = readFileSync(new URL('../ui/tokens/color.css', import.meta.url), 'utf8');

export type Scheme = 'light' | 'dark';

/** Every token that is a pair of hex colours, by name without its prefix. For tests. */
export const tokens = new Map<string, Record<Scheme, string>>(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** Red, green and blue of '#rrggbb' as linear light, 0 to 1 (sRGB). */
export function linearRgb(hex: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}
