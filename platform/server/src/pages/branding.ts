import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bandColor, DEFAULT_TOKENS, brandingTokens } from '@taller/shared/config/branding-colors.ts';
import { logoFile, logoSize, type Logo } from '@taller/shared/values/logo.ts';
import type { BrandingSection, ShopImages } from '@taller/shared/config/shop-facts.ts';

/** A shop's branding in a release. Without own branding it has no files, and pages keep the shell's. */
export interface ReleaseBranding {
  /** Files by their path in the site. All names contain a hash, so the content of a name never changes. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** A page with the shop's style sheet, icons and colour in place of the shell's. */
  dress: (html: string) => string;
  /** Colour of the browser's own bars. */
  themeColor: string;
  /** Icons of the manifest in place of the shell's. */
  icons: readonly { src: string; sizes: string; type: string }[] | null;
}

const STYLES = /(<link rel="stylesheet"[^>]* href="\/)(assets\/[^"]+)(\.css")/;
const ICON = /(<link rel="icon" href="\/)(assets\/[^"]+)(\.svg")/;
const TOUCH_ICON = /(<link rel="apple-touch-icon" href=")[^"]+(")/;
const THEME = /(<meta name="theme-color" content=")[^"]+(")/;

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The tokens of a main colour, as the bundler writes pairs of light and dark: for browsers without light-dark(). */
function tokenRule(color: string, styles: string): string {
  const isCompiled = styles.includes('--lightningcss-light');
  const declarations = Object.entries(brandingTokens(color)).map(([name, [light, dark]]) =>
    isCompiled
      ? `--color-${name}:var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`
      : `--color-${name}:light-dark(${light},${dark})`,
  );
  return `:root{${declarations.join(';')}}`;
}

/** Size of an icon, and the margin around a logo that is not square. */
const SIDE = 512;
const EDGE = 40;
/** Largest aspect ratio of a logo that fills the icon; others are placed on white. */
const SQUARE = 1.2;

function iconOf(logo: Logo, content: Uint8Array): string {
  const isSquare = Math.max(logo.width / logo.height, logo.height / logo.width) <= SQUARE;
  const box = isSquare ? SIDE : SIDE - 2 * EDGE;
  const { width, height } = logoSize(logo, box, box);
  const data = `data:${logo.type};base64,${Buffer.from(content).toString('base64')}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">`,
    isSquare ? '' : `<rect width="${SIDE}" height="${SIDE}" rx="96" fill="#fff"/>`,
    `<image x="${(SIDE - width) / 2}" y="${(SIDE - height) / 2}" width="${width}" height="${height}" href="${data}"/>`,
    '</svg>',
  ].join('');
}

interface BrandingSources {
  /** The shell's template. */
  html: string;
  /** Folder with the shell's files. */
  shell: string;
  images: ShopImages;
  /** Folder of the release before, which may have the logo. */
  before: string | undefined;
}

/** The logo's content, as given or as the release before has it. Its name is checked. */
async function contentOf(logo: Logo, { images, before }: BrandingSources): Promise<Uint8Array> {
  const kept = before && (await readFile(join(before, logoFile(logo))).catch(() => undefined));
  const content = images.get(logo.hash) ?? kept;
  if (content && digest(content) === logo.hash) return content;
  throw new Error('Falta la imagen del logo de la tienda, o no es la que se guardó.');
}

/** Creates the files of a shop's branding for a release. */
export async function releaseBranding(
  { color, logo }: BrandingSection,
  sources: BrandingSources,
): Promise<ReleaseBranding> {
  const { html, shell } = sources;
  const files = new Map<string, string | Uint8Array>();
  const replaced: [RegExp, string][] = [];
  const [, , styles] = STYLES.exec(html) ?? [];
  const [, , icon] = ICON.exec(html) ?? [];
  if (color !== null && styles !== undefined) {
    const plain = await readFile(join(shell, `${styles}.css`), 'utf8');
    const own = plain + tokenRule(color, plain);
    const name = `${styles}-${digest(own).slice(0, 10)}`;
    files.set(`${name}.css`, own);
    replaced.push([STYLES, `$1${name}$3`]);
  }
  if (color !== null) replaced.push([THEME, `$1${bandColor(color)}$2`]);
  let icons: ReleaseBranding['icons'] = null;
  if (icon !== undefined && (color !== null || logo !== null)) {
    const content = logo && (await contentOf(logo, sources));
    const own =
      logo && content
        ? iconOf(logo, content)
        : (await readFile(join(shell, `${icon}.svg`), 'utf8')).replaceAll(
            DEFAULT_TOKENS.mark[0],
            bandColor(color),
          );
    const name = `assets/icon-${digest(own).slice(0, 10)}`;
    files.set(`${name}.svg`, own);
    replaced.push([ICON, `$1${name}$3`]);
    icons = [{ src: `/${name}.svg`, sizes: 'any', type: 'image/svg+xml' }];
    if (logo && content) {
      files.set(logoFile(logo), content);
      const size = `${logo.width}x${logo.height}`;
      if (logo.type === 'image/png' && logo.width === logo.height) {
        icons = [...icons, { src: `/${logoFile(logo)}`, sizes: size, type: logo.type }];
        replaced.push([TOUCH_ICON, `$1/${logoFile(logo)}$2`]);
      }
    }
  }
  return {
    files,
    dress: (page) => replaced.reduce((text, [from, to]) => text.replace(from, to), page),
    themeColor: bandColor(color),
    icons,
  };
}
