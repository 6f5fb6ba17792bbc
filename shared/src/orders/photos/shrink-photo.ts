import { DataError } from '#src/data-access/data-error.ts';
import { withoutMetadata } from './without-metadata.ts';

/** The longest side in pixels, and how many bytes are aimed at: six photos are below 2 MB. */
const PHOTO = { longest: 1600, bytes: 300_000 };
const SMALL = { longest: 320, bytes: 30_000 };
const QUALITIES = [0.8, 0.6, 0.4];

const NOT_READ = 'Este archivo no es una foto que se pueda leer. Elige otra.';

/**
 * Draws a photo anew, smaller, which leaves its place and other metadata behind.
 * @throws DataError `invalid` for a file that is no picture.
 */
export async function shrinkPhoto(file: Blob): Promise<{ photo: Blob; small: Blob }> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new DataError('invalid', NOT_READ);
  });
  try {
    return { photo: await drawn(picture, PHOTO), small: await drawn(picture, SMALL) };
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, { longest, bytes }: typeof PHOTO): Promise<Blob> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  let blob = new Blob();
  for (const quality of QUALITIES) {
    blob = await encoded(canvas, quality);
    if (blob.size <= bytes) break;
  }
  return blob;
}

/** Encodes as WebP, or as JPEG in browsers that cannot write WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality);
  if (webp?.type === 'image/webp') return webp;
  const jpeg = await toBlob(canvas, 'image/jpeg', quality);
  if (!jpeg) throw new DataError('invalid', NOT_READ);
  return new Blob([withoutMetadata(new Uint8Array(await jpeg.arrayBuffer()))], { type: 'image/jpeg' });
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
