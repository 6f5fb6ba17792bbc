import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { partMark } from '@taller/shared/contract/part-marks.ts';
import { openRelease } from '@taller/release/opening/open-release';
import { EMPTY_SHOP } from '@taller/release/opening/empty-shop';
import { readSamples } from '@taller/release/opening/sample-shop';
import { serveRelease } from '@taller/release/opening/serve-release';

/** Opens a release whose only page is a script. */
async function openScript(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'taller-opening-'));
  try {
    await mkdir(join(folder, 'assets'));
    const all = {
      'index.html': '<!doctype html><script src="/assets/page-12345678.js"></script>',
      'assets/page-12345678.js': script,
    };
    for (const [file, text] of Object.entries(all)) await writeFile(join(folder, file), text);
    const parts = [{ module: 'routes', path: '/', role: null }];
    await openRelease({ folder, name: 'mfe-orders', build: folder, parts });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Key of a request of everybody in the recorded answers. */
const TERMS = 'everybody POST /rest/v1/rpc/privacy_terms {}';
const SHOWN = JSON.stringify(partMark('shown', 'mfe-orders/routes'));

test('SHELL-40 a screen whose script does not end is named, and the publication comes to an end itself', async () => {
  // Only once it was seen: on a busy machine that takes a while.
  const endless = `const read = performance.getEntriesByName.bind(performance);
    performance.getEntriesByName = (...asked) => {
      setTimeout(() => { for (;;); }, 100);
      return read(...asked);
    };`;
  await expect(openScript(`performance.mark(${SHOWN}); ${endless}`)).rejects.toThrow(
    '  / (routes): deja de responder',
  );
});

test('SHELL-40 a failure that follows the first answer is named, also on a page that was quiet before it showed anything', async () => {
  const failure = `console.error('mfe-orders/routes failed (x)tarde')`;
  const asked = `fetch('/rest/v1/orders').then((answer) => answer.json())`;
  await expect(
    openScript(`setTimeout(() => {
      performance.mark(${SHOWN});
      ${asked}.then(() => setTimeout(() => ${failure}, 100));
    }, 1500);`),
  ).rejects.toThrow('  / (routes): tarde');
});

test('SHELL-40 a failure of a screen after its retries, at 1 and 2 seconds, is detected @exhaustive', async () => {
  await expect(
    openScript(`
      performance.mark(${SHOWN});
      const ask = () => fetch('/rest/v1/rpc/list', { method: 'POST' }).then((answer) => answer.text());
      const later = (ms) => new Promise((done) => setTimeout(done, ms));
      ask().then(() => later(1000)).then(ask).then(() => later(2000)).then(ask)
        .then(() => later(100)).then(() => console.error('mfe-orders/routes failed (x)al rendirse'));`),
  ).rejects.toThrow('  / (routes): al rendirse');
});

test('SHELL-40 a failure a second after a screen was shown is seen, also without a request @exhaustive', async () => {
  const failure = `console.error('mfe-orders/routes failed (x)al rato')`;
  await expect(openScript(`performance.mark(${SHOWN}); setTimeout(() => ${failure}, 1000);`)).rejects.toThrow(
    '  / (routes): al rato',
  );
});

/** Asks what a page for everybody asked the demo shop, and reads a field of the answer. */
const read = (field: string) => `
  performance.mark(${SHOWN});
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  fetch('/rest/v1/rpc/privacy_terms', post).then(async (answer) => {
    if (!answer.ok) return;
    const terms = await answer.json();
    try { [terms].flat()[0].${field}.toString(); }
    catch (error) { console.error('mfe-orders/routes failed (x)' + error.message); }
  });`;

test('SHELL-40 a screen that fails with the answers of the demo shop alone is named, and another opens', async () => {
  await expect(openScript(read('contacto.correo'))).rejects.toThrow(
    "  / (routes): Cannot read properties of undefined (reading 'correo') (con los datos de la tienda de demostración)",
  );
  const [field = ''] = Object.keys([(await readSamples()).answers[TERMS]?.body].flat()[0] ?? {});
  await expect(openScript(read(field))).resolves.toBeUndefined();
});

test('SHELL-13 SHELL-40 the page of a release becomes quiet: the answer to its probe is read to the end', async ({
  page,
}) => {
  await using site = await serveRelease(join(import.meta.dirname, '../../site'), EMPTY_SHOP.route, []);
  const read: string[] = [];
  page.on('requestfinished', (request) => read.push(new URL(request.url()).search));
  await page.goto(`${site.url}/servicios`);
  await expect.poll(() => read).toContain('?select=id&limit=1');
});
