/** Colours as `#rrggbb`: relative luminance and contrast of WCAG 2.2, and OKLCH to change one thing of a colour. */

export const HEX_COLOR = /^#[0-9a-f]{6}$/;

type Triple = readonly [number, number, number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const toGamma = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const linearOf = (hex: string): Triple => [
  toLinear(Number.parseInt(hex.slice(1, 3), 16) / 255),
  toLinear(Number.parseInt(hex.slice(3, 5), 16) / 255),
  toLinear(Number.parseInt(hex.slice(5, 7), 16) / 255),
];

/** Relative luminance: 0 for black, 1 for white. */
export function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour by how it is perceived; the hue is an angle in radians. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Björn Ottosson's OKLab, in polar form. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const green = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(green, blue),
    hue: Math.atan2(blue, green),
  };
}

function linearFrom({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (rgb: Triple): boolean => rgb.every((part) => part >= -0.0001 && part <= 1.0001);

/** Steps of a search by halves: finer than the 8 bits of a channel. */
const STEPS = 20;

/** The greatest value from 0 to `most` that passes; 0 if none does. */
function greatest(most: number, passes: (value: number) => boolean): number {
  let [low, high] = [0, most];
  if (passes(most)) return most;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The hex code of a colour, with its chroma reduced to what sRGB has at its lightness. */
export function fromOklch(color: Oklch): string {
  const chroma = greatest(color.chroma, (value) => isShown(linearFrom({ ...color, chroma: value })));
  const channels = linearFrom({ ...color, chroma }).map((light) =>
    Math.round(255 * toGamma(Math.min(1, Math.max(0, light))))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${channels.join('')}`;
}

/** The lightest colour of a hue that is no lighter than a luminance, and at most as vivid as `chroma`. */
export function noLighterThan(limit: number, { hue, chroma }: Oklch): string {
  const lightness = greatest(1, (value) => luminance(fromOklch({ lightness: value, chroma, hue })) <= limit);
  return fromOklch({ lightness, chroma, hue });
}

/** The darkest colour of a hue that is no darker than a luminance, and at most as vivid as `chroma`. */
export function noDarkerThan(limit: number, { hue, chroma }: Oklch): string {
  const darkness = greatest(
    1,
    (value) => luminance(fromOklch({ lightness: 1 - value, chroma, hue })) >= limit,
  );
  return fromOklch({ lightness: 1 - darkness, chroma, hue });
}
