import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from '#src/tasks/run.ts';

/** Chromium without windows: does the same to a page for half of the work. */
const SHELL = '/usr/bin/chromium-headless-shell';
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const installed = (places: readonly string[]) => places.find((place) => existsSync(place));
const isRoot = () => process.getuid?.() === 0;

/** Debian's own package; Ubuntu's is an empty shell around a snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installFromDebian(name: string): Promise<void> {
  await run('apt-get', ['update'], { quiet: true });
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true, env });
}

/**
 * Path of a Chromium, installed if there is none: from Debian's packages when root there, else Playwright's own.
 * Undefined means Playwright's own.
 * @param windowless for tests; what is measured is measured in the browser that people have.
 */
export async function ensureChromium({ windowless }: { windowless: boolean }): Promise<string | undefined> {
  const wanted = process.env.TALLER_CHROMIUM ?? installed(windowless ? [SHELL] : PLACES);
  if (wanted) return wanted;
  // Playwright keeps its windowless one beside the other.
  if (existsSync(chromium.executablePath())) return undefined;
  console.log('Instalando Chromium para las pruebas…');
  if (isRoot() && isDebian()) await installFromDebian(windowless ? basename(SHELL) : 'chromium');
  const present = installed([SHELL, ...PLACES]);
  if (present) return present;
  const { code, output } = await run(
    'playwright',
    ['install', ...(isRoot() ? ['--with-deps'] : []), ...(windowless ? ['--only-shell'] : []), 'chromium'],
    { quiet: true },
  );
  if (code !== 0)
    throw new Error(
      `No se pudo instalar Chromium. Instálalo e indica su ruta en TALLER_CHROMIUM.\n${output}`,
    );
  return undefined;
}
