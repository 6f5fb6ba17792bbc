/** Properties of a PDF created by Chromium, without a PDF library. */
export interface PdfPages {
  count: number;
  /** Width and height of each page in whole millimetres. */
  sizes: [number, number][];
}

const MM_PER_POINT = 25.4 / 72;

/** Counts the pages of a PDF and reads their sizes; Chromium writes its page objects uncompressed. */
export function readPdf(bytes: Buffer): PdfPages {
  const text = bytes.toString('latin1');
  const pages = text.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  const boxes = [...text.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/g)];
  const millimetres = (points: string | undefined) => Math.round(Number(points) * MM_PER_POINT);
  return {
    count: pages.length,
    sizes: boxes.map(([, width, height]) => [millimetres(width), millimetres(height)]),
  };
}
