/**
 * The shop's main colour: which ones can be read (CFG-50), and the tokens of the pages that follow from it (CFG-51).
 */
import { contrast, luminance, noDarkerThan, noLighterThan, toOklch, type Oklch } from '../values/color.ts';

/** Contrast of text (WCAG 2.2, 1.4.3 AA). */
export const TEXT_CONTRAST = 4.5;
const WHITE = '#ffffff';

/**
 * The default of each token that the main colour replaces, light and dark, as `color.css` has it. A derived colour is
 * as light as the default, so that every contrast that the defaults have stays.
 */
export const DEFAULT_TOKENS = {
  primary: ['#0b5a70', '#86cde2'],
  'primary-hover': ['#084657', '#a8def0'],
  'on-primary': ['#ffffff', '#06222c'],
  link: ['#0b5a70', '#86cde2'],
  accent: ['#ffc62e', '#ffc62e'],
  'accent-hover': ['#f7b500', '#ffd566'],
  'on-accent': ['#10262e', '#10262e'],
  'accent-on-deep': ['#ffc62e', '#ffc62e'],
  selected: ['#dcecef', '#1b3b46'],
  deep: ['#0a3644', '#0c2a35'],
  'deep-raised': ['#134656', '#153a47'],
  'on-deep-muted': ['#b0cdd5', '#a9c6ce'],
  'deep-border': ['#7fa3ae', '#6f94a0'],
  mark: ['#0a3644', '#0a3644'],
} as const;

export type BrandingToken = keyof typeof DEFAULT_TOKENS;
type Pair = readonly [light: string, dark: string];

/** The lightest colour on which white text can be read. */
const LIGHTEST_BUTTON = (luminance(WHITE) + 0.05) / TEXT_CONTRAST - 0.05;
/** The lightest colour in which text can be read on the darkest ground of the light scheme. */
const LIGHTEST_TEXT = (luminance(DEFAULT_TOKENS.selected[0]) + 0.05) / TEXT_CONTRAST - 0.05;

/** Why a colour cannot be the main one. */
export interface ColorFault {
  /** Contrast of white text on the colour, below `TEXT_CONTRAST`. */
  readonly contrast: number;
  /** The nearest colour with enough contrast. */
  readonly better: string;
}

/**
 * Null if the colour can be the main one: buttons have it as it is, with white text. Links have a darker one where that
 * is needed, so they never are a reason. The database decides the same (`private.main_color_contrast`).
 */
export function colorFault(color: string): ColorFault | null {
  const onButton = contrast(WHITE, color);
  return onButton >= TEXT_CONTRAST
    ? null
    : { contrast: onButton, better: noLighterThan(LIGHTEST_BUTTON, toOklch(color)) };
}

/** How vivid a derived colour may be: tints for text, for grounds, and for whole bands. */
const TEXT_CHROMA = 0.13;
const GROUND_CHROMA = 0.03;
const BAND_CHROMA = 0.07;

/** How much darker the main colour is under a pointer. */
const HOVER = 0.6;

/** The tokens that a main colour replaces; nothing without one. */
export function brandingTokens(color: string | null): Partial<Record<BrandingToken, Pair>> {
  if (color === null) return {};
  const own = toOklch(color);
  const vivid = (most: number): Oklch => ({ ...own, chroma: Math.min(own.chroma, most) });
  const lighter = (token: BrandingToken, scheme: 0 | 1, most: number) =>
    noDarkerThan(luminance(DEFAULT_TOKENS[token][scheme]), vivid(most));
  const darker = (token: BrandingToken, scheme: 0 | 1, most: number) =>
    noLighterThan(luminance(DEFAULT_TOKENS[token][scheme]), vivid(most));
  const text = luminance(color) <= LIGHTEST_TEXT ? color : noLighterThan(LIGHTEST_TEXT, own);
  const primary: Pair = [text, lighter('primary', 1, TEXT_CHROMA)];
  const accent: Pair = [color, primary[1]];
  const hover: Pair = [
    noLighterThan(luminance(color) * HOVER, own),
    lighter('primary-hover', 1, TEXT_CHROMA),
  ];
  const onPrimary: Pair = [WHITE, darker('on-primary', 1, GROUND_CHROMA)];
  const band = (token: BrandingToken): Pair => [darker(token, 0, BAND_CHROMA), darker(token, 1, BAND_CHROMA)];
  const onBand = (token: BrandingToken, most: number): Pair => [
    lighter(token, 0, most),
    lighter(token, 1, most),
  ];
  const deep = band('deep');
  return {
    primary,
    'primary-hover': hover,
    'on-primary': onPrimary,
    link: primary,
    accent,
    'accent-hover': hover,
    'on-accent': onPrimary,
    'accent-on-deep': onBand('accent-on-deep', TEXT_CHROMA),
    selected: [lighter('selected', 0, GROUND_CHROMA), darker('selected', 1, GROUND_CHROMA)],
    deep,
    'deep-raised': band('deep-raised'),
    'on-deep-muted': onBand('on-deep-muted', GROUND_CHROMA),
    'deep-border': onBand('deep-border', GROUND_CHROMA),
    mark: [deep[0], deep[0]],
  };
}

/** The colour of the browser's own bars, and of the mark. */
export const bandColor = (color: string | null): string =>
  (brandingTokens(color).mark ?? DEFAULT_TOKENS.mark)[0];
