/** The shop's logo: where it stands, and how large it is shown. */

/** An image of the shop, by what it is made of. */
export interface Logo {
  /** The SHA-256 of the image, in hexadecimal. */
  readonly hash: string;
  readonly type: 'image/svg+xml' | 'image/png';
  readonly width: number;
  readonly height: number;
}

/** Its file in the site: named by its content, so that it can be kept for ever. */
export const logoFile = ({ hash, type }: Pick<Logo, 'hash' | 'type'>): string =>
  `assets/logo-${hash}.${type === 'image/png' ? 'png' : 'svg'}`;

/** Its path on the site. */
export const logoPath = (logo: Logo): string => `/${logoFile(logo)}`;

/** From this proportion on a logo has the shop's name in it, as lettering, and stands for the name. */
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
