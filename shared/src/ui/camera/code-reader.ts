/** A code in a picture, as BarcodeDetector names it. */
interface Detected {
  rawValue: string;
}

/** The part of BarcodeDetector that this site uses: TypeScript's library does not have it. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<Detected[]>;
}
type NativeDetector = (new (options: { formats: readonly string[] }) => Detector) & {
  getSupportedFormats: () => Promise<readonly string[]>;
};

/** QR is on the shop's labels, the other one on devices and their boxes: with a check digit, as no code without is. */
const FORMATS = ['qr_code', 'code_128'];

/** Reads the codes that a camera sees. */
export interface CodeReader {
  /** Whether it reads bars too. */
  readsBars: boolean;
  /** @returns the codes of the picture that is shown. */
  read: (video: HTMLVideoElement) => Promise<readonly string[]>;
}

const readerOf = (detector: Detector, readsBars: boolean): CodeReader => ({
  readsBars,
  read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
});

/** The browser's own, where it has one that reads QR: Chrome on Linux has one that reads nothing. */
async function ownReader(): Promise<CodeReader | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: NativeDetector };
  const supported = await Own?.getSupportedFormats().catch((): readonly string[] => []);
  const formats = FORMATS.filter((format) => supported?.includes(format));
  return Own && formats.includes('qr_code') ? readerOf(new Own({ formats }), formats.length > 1) : null;
}

/** The reader of this browser, or else the one of JavaScript alone (REC-101). */
export const openCodeReader = async (): Promise<CodeReader> => (await ownReader()) ?? openScriptReader();

/** A reader of JavaScript alone, which is loaded now: it reads QR only. */
export async function openScriptReader(): Promise<CodeReader> {
  const { BarcodeDetector } = await import('qr/decode.js');
  return readerOf(new BarcodeDetector({ formats: ['qr_code'] }), false);
}
