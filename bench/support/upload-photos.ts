import type { Page } from '@playwright/test';

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;

/** The measurements of an upload. */
export interface Upload {
  seconds: number;
  /** Sent in all, with headers. */
  bytes: number;
  /** How often a bar of progress was seen between its ends, by picture. */
  steps: Record<string, number>;
}

/**
 * Chooses pictures for the reception on the page of an order, at 1.6 Mbps each way, and waits until all are shown.
 * @param path the address of the order.
 */
export async function uploadPhotos(page: Page, path: string, files: readonly string[]): Promise<Upload> {
  await page.goto(path);
  const field = page.getByLabel('Agregar fotos: Al recibirlo');
  await field.waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    uploadThroughput: BYTES_PER_SECOND,
    downloadThroughput: BYTES_PER_SECOND,
  });
  let bytes = 0;
  // Requests as they are sent, with all headers: also those that the page does not set.
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    for (const [name, value] of Object.entries(headers)) {
      bytes += name.length + value.length + 4;
      if (name.toLowerCase() === 'content-length') bytes += Number(value);
    }
  });
  await page.evaluate((count) => {
    const steps: Record<string, Set<number>> = {};
    const seen = new Promise((done) => {
      addEventListener(
        'change',
        () => {
          const from = performance.now();
          const look = () => {
            for (const bar of document.querySelectorAll('progress'))
              if (bar.value > 0 && bar.value < bar.max)
                (steps[bar.ariaLabel ?? ''] ??= new Set()).add(bar.value);
            if (document.querySelectorAll('img[alt^="Al recibirlo, foto"]').length < count)
              requestAnimationFrame(look);
            else done({ seconds: (performance.now() - from) / 1000, steps });
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
    Object.assign(globalThis, { seen });
  }, files.length);
  await field.setInputFiles([...files]);
  const { seconds, steps } = await page.evaluate(async () => {
    const seen = await (
      globalThis as unknown as { seen: Promise<{ seconds: number; steps: Record<string, Set<number>> }> }
    ).seen;
    return {
      seconds: seen.seconds,
      steps: Object.fromEntries(Object.entries(seen.steps).map(([name, values]) => [name, values.size])),
    };
  });
  await session.detach();
  return { seconds, bytes, steps };
}
