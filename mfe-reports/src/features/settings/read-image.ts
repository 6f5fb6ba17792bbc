import { LOGO_LIMITS } from '@taller/shared/values/logo.ts';

/** Reasons why a chosen file cannot be the logo. */
export type ImageProblem = 'large' | 'broken';

/** A file that is no logo. */
export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Larger files are not read at all. */
const MOST_CHOSEN = 20_000_000;
/** Width at which a drawing without pixels gets them. */
const DRAWN_WIDTH = 1024;
const SVG = 'image/svg+xml';

const isSvg = async (file: File) => /<svg[\s>]/.test(await file.slice(0, 4_096).text());

/** An SVG in the size at which it is drawn, which it need not say itself. */
async function sizedSvg(file: File): Promise<Blob> {
  const text = (await file.text()).replace(/<svg\b[^>]*>/, (root) => {
    const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root);
    const [width, height] = [Number(box?.[1]), Number(box?.[2])];
    if (!(width > 0 && height > 0)) return root;
    const scale = Math.min(DRAWN_WIDTH / width, LOGO_LIMITS.height / height);
    return root
      .replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
      .replace('<svg', `<svg width="${width * scale}" height="${height * scale}"`);
  });
  return new Blob([text], { type: SVG });
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new ImageError('broken')));
    reader.readAsDataURL(blob);
  });

/**
 * A file as the browser shows it in a page: code in it does not run, and it loads nothing. Its address is a data URL,
 * since browsers refuse the pixels of a drawing with HTML in it, as some programs write it, from any other address.
 */
async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = await toDataUrl(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    throw new ImageError('broken');
  }
}

/** Draws a picture anew: without what else its file carries, and no larger than it is ever shown. */
function draw(picture: HTMLImageElement, mostHeight: number): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = picture;
  if (naturalWidth === 0 || naturalHeight === 0) throw new ImageError('broken');
  const scale = Math.min(1, LOGO_LIMITS.width / naturalWidth, mostHeight / naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ImageError('broken'))), type, 0.9),
  );

/**
 * Any picture that the browser can show, drawn into a PNG, or a photograph that is too heavy for one into a WebP, in
 * base64 (CFG-52). The server checks it again.
 * @throws ImageError
 */
export async function readImage(file: File): Promise<string> {
  if (file.size > MOST_CHOSEN) throw new ImageError('large');
  const picture = await openPicture((await isSvg(file)) ? await sizedSvg(file) : file);
  for (const height of [LOGO_LIMITS.height, LOGO_LIMITS.height / 2, LOGO_LIMITS.height / 4]) {
    const canvas = draw(picture, height);
    for (const type of ['image/png', 'image/webp']) {
      const drawn = await toBlob(canvas, type);
      if (drawn.size <= LOGO_LIMITS.bytes) return (await toDataUrl(drawn)).replace(/^[^,]*,/, '');
    }
  }
  throw new ImageError('large');
}
