/** Why a chosen file is no logo. */
export type ImageProblem = 'other' | 'large' | 'broken';

/** A file that is no logo. */
export class ImageError extends Error {
  readonly problem: ImageProblem;

  constructor(problem: ImageProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** What the server takes (`save_shop_image`). */
const MOST_BYTES = 262_144;
const MOST_WIDTH = 2048;
const MOST_HEIGHT = 512;
/** Larger files are not read at all. */
const MOST_CHOSEN = 20_000_000;

const PNG = [0x89, 0x50, 0x4e, 0x47];

/** Makes a PNG anew: without what else a file may carry, and no larger than it is ever shown. */
async function redraw(file: Blob, mostHeight: number): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new ImageError('broken');
  });
  const scale = Math.min(1, MOST_WIDTH / picture.width, mostHeight / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ImageError('broken'))), 'image/png'),
  );
}

/** A photograph as PNG can be too heavy in full height. */
async function lightPng(file: Blob): Promise<Blob> {
  for (const height of [MOST_HEIGHT, MOST_HEIGHT / 2, MOST_HEIGHT / 4]) {
    const drawn = await redraw(file, height);
    if (drawn.size <= MOST_BYTES) return drawn;
  }
  throw new ImageError('large');
}

/** Whether the browser can draw it: broken XML shows nothing anywhere. */
async function assertDrawn(svg: Blob): Promise<void> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new ImageError('broken');
  } finally {
    URL.revokeObjectURL(address);
  }
}

const toBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(new ImageError('broken')));
    reader.readAsDataURL(blob);
  });

/**
 * A chosen file as it is sent, in base64. What it is is decided by its content. The server checks it again, and what an
 * SVG may have is its decision alone.
 * @throws ImageError
 */
export async function readImage(file: File): Promise<string> {
  if (file.size > MOST_CHOSEN) throw new ImageError('large');
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (PNG.every((byte, at) => start[at] === byte)) return toBase64(await lightPng(file));
  if (file.size > MOST_BYTES) throw new ImageError((await isDrawing(file)) ? 'large' : 'other');
  if (!(await isDrawing(file))) throw new ImageError('other');
  await assertDrawn(file);
  return toBase64(file);
}

const isDrawing = async (file: File) => /<svg[\s>]/.test(await file.slice(0, 4_096).text());
