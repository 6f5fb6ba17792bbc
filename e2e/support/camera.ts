/** Codes as people and phones see them: read from pictures of the page, and held up to a camera. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions, type Page } from '@playwright/test';
import { decodeQR } from 'qr/decode.js';

/** A picture in grey: a byte for each point, row by row. */
interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** The points of a PNG, as the browser decodes it. */
async function pictureOf(page: Page, png: Buffer): Promise<Picture> {
  const { grey, ...size } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const points = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    // Labels and sheets are black on white: green says as much as all three.
    return {
      width,
      height,
      grey: Array.from({ length: width * height }, (_, at) => points[at * 4 + 1] ?? 0),
    };
  }, png.toString('base64'));
  return { ...size, grey: Uint8Array.from(grey) };
}

/** Reads the QR code in a picture of the page. @throws if none can be read. */
export async function readQr(page: Page, png: Buffer): Promise<string> {
  const { width, height, grey } = await pictureOf(page, png);
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const [at, value] of grey.entries()) data.fill(value, at * 4, at * 4 + 3);
  return decodeQR({ width, height, data });
}

const WIDTH = 1280;
const HEIGHT = 720;

/** A film of one picture, held up before a grey wall, as uncompressed video (YUV4MPEG2). */
function filmOf({ width, height, grey }: Picture): Buffer {
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128);
  const [left, top] = [Math.floor((WIDTH - width) / 2), Math.floor((HEIGHT - height) / 2)];
  for (let row = 0; row < height; row += 1)
    frame.set(grey.subarray(row * width, (row + 1) * width), (top + row) * WIDTH + left);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(header), ...[1, 2].flatMap(() => [Buffer.from('FRAME\n'), frame])]);
}

/**
 * Calls back with a browser before whose camera a picture of the page is held up, of at most 1280 by 720 points.
 */
export async function withCamera(
  page: Page,
  png: Buffer,
  options: LaunchOptions,
  look: (browser: Browser) => Promise<void>,
): Promise<void> {
  const film = join(tmpdir(), `camera-${crypto.randomUUID()}.y4m`);
  await writeFile(film, filmOf(await pictureOf(page, png)));
  const browser = await chromium.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    await look(browser);
  } finally {
    await browser.close();
    await rm(film);
  }
}
