import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Preloaded with --import: prints the kind of each call that changes files, one per line, and ends the process with
// SIGKILL at the call that KILL_AT names by its kind and its number within the kind, counted from 1. A call that writes
// one or many files does half of its work first. SITE_ROOT is the folder that contains the site.

const OF_ONE_PATH = [
  'appendFile',
  'chmod',
  'mkdir',
  'rm',
  'rmdir',
  'truncate',
  'unlink',
  'utimes',
  'writeFile',
];
const OF_TWO_PATHS = ['copyFile', 'cp', 'link', 'rename', 'symlink'];

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

const { cpSync, statSync, writeFileSync, writeSync } = fs;
const { SITE_ROOT: root = '' } = process.env;
const [killKind, killCount] = JSON.parse(process.env.KILL_AT ?? '["", 0]') as [kind: string, count: number];
const counts = new Map<string, number>();
let isInPlace = false;
let isEnding = false;

/** Parts of a release that are made apart; all others are like each other. */
const PARTS = ['.release', 'assets', 'previews', 'remotes', '*.html', '*.json'];
/** Calls that are the same in each part; Node makes many of them within one of this code. */
const INNER = ['chmod', 'copyFile', 'mkdir', 'rmdir', 'unlink'];

/** Groups calls by name and kind of file: `link release/assets`. Calls after the switch start with `then`. */
function kindOf(name: string, path: string): string {
  const [folder = '', release = '', first = '', ...below] = path.slice(root.length + 1).split('/');
  const when = isInPlace ? 'then ' : '';
  if (folder !== '.site.releases' || !/^[\da-f]{12}-/.test(release))
    return `${when}${name} ${[folder, release].filter(Boolean).join('/')}`;
  const part = below.length === 0 ? first.replace(/.*(?=\.\w)/, '*') : first;
  return `${when}${name} release${PARTS.includes(part) && !INNER.includes(name) ? `/${part}` : ''}`;
}

/** Simulates a disk that fails in the middle of the call. */
function leaveHalf(name: string, [first, second]: unknown[]): void {
  if (name === 'writeFile') {
    const content = Buffer.from(second as string | Uint8Array);
    writeFileSync(first as string, content.subarray(0, content.length / 2));
  }
  let files = 0;
  const filter = (file: string) => statSync(file).isDirectory() || ++files < 3;
  if (name === 'cp') cpSync(first as string, second as string, { recursive: true, filter });
}

function watch(calls: Calls, property: string, name: string, target: 0 | 1): void {
  const call = calls[property];
  if (!call) return;
  calls[property] = (...args) => {
    if (isEnding) return call(...args);
    const kind = kindOf(name, String(args[target]));
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    writeSync(1, `${kind}\n`);
    if (kind === killKind && count === killCount) {
      isEnding = true;
      leaveHalf(name, args);
      process.kill(process.pid, 'SIGKILL');
    }
    if (name === 'rename' && args[1] === `${root}/site`) isInPlace = true;
    return call(...args);
  };
}

for (const [names, target] of [
  [OF_ONE_PATH, 0],
  [OF_TWO_PATHS, 1],
] as const)
  for (const name of names) {
    watch(fs.promises as unknown as Calls, name, name, target);
    watch(fs as unknown as Calls, name, name, target);
    watch(fs as unknown as Calls, `${name}Sync`, name, target);
  }
syncBuiltinESMExports();
