import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from '#src/tasks/run.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const installed = () => PLACES.find((place) => existsSync(place));
const isRoot = () => process.getuid?.() === 0;

/** Debian's own package; Ubuntu's is an empty shell around a snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Path of a Chromium for the tests, installed if there is none: from Debian's packages when root there, else Playwright's own. Undefined means
 * Playwright's own.
 */
export async function ensureChromium(): Promise<string | undefined> {
  const wanted = process.env.TALLER_CHROMIUM ?? installed();
  if (wanted) return wanted;
  if (existsSync(chromium.executablePath())) return undefined;
  console.log('Instalando Chromium para las pruebas…');
  if (isRoot() && isDebian()) {
    await run('apt-get', ['update'], { quiet: true });
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env });
    const fromDebian = installed();
    if (fromDebian) return fromDebian;
  }
  const { code, output } = await run(
    'playwright',
    ['install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'],
    { quiet: true },
  );
  if (code !== 0)
    throw new Error(
      `No se pudo instalar Chromium. Instálalo e indica su ruta en TALLER_CHROMIUM.\n${output}`,
    );
  return undefined;
}
