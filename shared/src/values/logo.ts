/** The shop's logo: where it stands, and how large it is shown. */

/** A new logo is one of the first two; SVGs are earlier logos (decision 39). */
export const LOGO_TYPES = ['image/png', 'image/webp', 'image/svg+xml'] as const;
type LogoType = (typeof LOGO_TYPES)[number];

const EXTENSIONS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

/** Largest image that is stored. */
export const LOGO_LIMITS = { bytes: 262_144, width: 2048, height: 512 } as const;

/** An image of the shop, by what it is made of. */
export interface Logo {
  /** The SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

/** Its file in the site: named by its content, so that it can be kept for ever. */
export const logoFile = ({ hash, type }: Pick<Logo, 'hash' | 'type'>): string =>
  `assets/logo-${hash}.${EXTENSIONS[type]}`;

/** Its path on the site. */
export const logoPath = (logo: Logo): string => `/${logoFile(logo)}`;

/** A logo at least this wide, relative to its height, contains the shop's name as lettering and replaces it. */
const WIDE = 1.8;
export const isLettering = ({ width, height }: Logo): boolean => width >= WIDE * height;

/** Its size in a box, in whole pixels. */
export function logoSize(
  { width, height }: Logo,
  mostWidth: number,
  mostHeight: number,
): { width: number; height: number } {
  const scale = Math.min(mostWidth / width, mostHeight / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
