import type { Page } from '@playwright/test';

/** A photo as a camera writes it: large, with a segment that says where. */
export async function cameraPhoto(page: Page, name: string) {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 3000;
    canvas.height = 2000;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    for (let n = 0; n < 300; n += 1) {
      context.fillStyle = `hsl(${n * 37} 70% 50%)`;
      context.fillRect((n * 97) % 3000, (n * 61) % 2000, 400, 300);
    }
    return canvas.toDataURL('image/jpeg', 0.9);
  });
  const jpeg = Buffer.from(drawn.split(',')[1] ?? '', 'base64');
  const exif = Buffer.concat([Buffer.of(0xff, 0xe1, 0, 16), Buffer.from('Exif\0\0GPS-33.4')]);
  const buffer = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
  return { name, mimeType: 'image/jpeg', buffer };
}
