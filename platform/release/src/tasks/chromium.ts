import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import {
  CHROMIUM_PLACES as PLACES,
  HEADLESS_SHELL as SHELL,
  installedChromium as installed,
} from '#src/opening/find-chromium.ts';
import { run } from '#src/workspace/run.ts';

const isRoot = () => process.getuid?.() === 0;

/** Debian's own package; Ubuntu's only installs a snap. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Number of attempts with Debian's mirrors, which fail occasionally. */
const TRIES = 3;

/**
 * Installs a Debian package. Waits for a concurrent installation, and keeps the downloaded files in its own folder:
 * container images empty the common one whenever any process updates its lists.
 * @returns apt's output if it failed.
 */
async function installFromDebian(name: string): Promise<string> {
  const archives = await mkdtemp(join(tmpdir(), 'taller-apt-'));
  // The user `_apt` needs its own folder `partial` there to download to.
  await chmod(archives, 0o755);
  const options = [
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Acquire::Retries=5',
    '-o',
    `Dir::Cache::archives=${archives}`,
  ];
  const install = ['install', '-y', '--no-install-recommends', name];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  let said = '';
  try {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const update = await run('apt-get', [...options, 'update'], { quiet: true });
      const { code, output } = await run('apt-get', [...options, ...install], { quiet: true, env });
      if (code === 0) return '';
      said = update.output + output;
    }
    return said;
  } finally {
    await rm(archives, { recursive: true, force: true });
  }
}

/**
 * Path of a Chromium, installed if necessary: from Debian's packages as root on Debian, else Playwright's own.
 * Undefined means Playwright's own.
 * @param windowless for tests; benchmarks use the full browser.
 */
export async function ensureChromium({ windowless }: { windowless: boolean }): Promise<string | undefined> {
  const wanted = process.env.TALLER_CHROMIUM ?? installed(windowless ? [SHELL] : PLACES);
  if (wanted) return wanted;
  // Playwright's headless shell is installed next to it.
  if (existsSync(chromium.executablePath())) return undefined;
  console.log('Instalando Chromium para las pruebas…');
  const said =
    isRoot() && isDebian() ? await installFromDebian(windowless ? basename(SHELL) : 'chromium') : '';
  const present = installed([SHELL, ...PLACES]);
  if (present) return present;
  const { code, output } = await run(
    'playwright',
    ['install', ...(isRoot() ? ['--with-deps'] : []), ...(windowless ? ['--only-shell'] : []), 'chromium'],
    { quiet: true },
  );
  if (code !== 0)
    throw new Error(
      `No se pudo instalar Chromium. Instálalo e indica su ruta en TALLER_CHROMIUM.\n${said}${output}`,
    );
  return undefined;
}
