import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { externalRemoteFiles } from '#src/kit/external-remote-files.ts';
import { remoteIdentity } from '#src/new-remote/remote-identity.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Documents, and sources that generate remotes or print messages of commands. */
const FILES = execFileSync('git', ['ls-files', '-z', '*.md', 'platform/release/src', 'platform/server/src'], {
  cwd: inRoot(),
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(?:md|ts)$/.test(file) && !file.endsWith('.test.ts'));

const scriptsOf = (packageJson: string) =>
  Object.keys((JSON.parse(packageJson) as { scripts: Record<string, string> }).scripts);

/** Files that name commands of a remote's own repository: the source of its README, and the guide for all teams. */
const OF_OTHER_REPOSITORIES = [
  'platform/release/src/kit/external-remote-files.ts',
  'platform/docs/remotes.md',
];

/** The scripts that a command of a file may name: those of its package. */
function scriptsFor(file: string, prefix: string | undefined): string[] {
  if (prefix !== undefined) return scriptsOf(readFileSync(inRoot(prefix, 'package.json'), 'utf8'));
  const own = scriptsOf(readFileSync(inRoot('package.json'), 'utf8'));
  if (!OF_OTHER_REPOSITORIES.includes(file)) return own;
  const remote = remoteIdentity('mfe-ejemplo', {
    title: 'Ejemplo',
    roles: ['admin'],
    menu: 'panel',
    group: 'Bodega',
    list: false,
  });
  const others = scriptsOf(externalRemoteFiles(remote, {}).get('package.json') ?? '');
  return file.endsWith('.md') ? [...own, ...others] : others;
}

test('OPS-72 each npm script that documents and commands name exists', () => {
  const wrong: string[] = [];
  let named = 0;
  for (const file of FILES) {
    const text = readFileSync(inRoot(file), 'utf8');
    for (const [command, name = '', prefix] of text.matchAll(
      /npm\s+run\s+([\w-]+(?::[\w-]+)*)(?:\s+--prefix\s+(\w+))?/g,
    )) {
      named += 1;
      if (!scriptsFor(file, prefix).includes(name)) wrong.push(`${file}: ${command}`);
    }
  }
  expect(named).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});

test('OPS-72 the tests that a recipe of CONTRIBUTING.md names exist', () => {
  const tests = execFileSync('git', ['ls-files', '-z', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: inRoot(),
    encoding: 'utf8',
  }).split('\0');
  const commands = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8').matchAll(
    /`npm run (unit|e2e) -- ([^`…]+)`/g,
  );
  const named = [...commands].flatMap(([, command, filters = '']) =>
    filters.split(/\s+/).map((filter) => ({ filter, ending: command === 'e2e' ? '.spec.ts' : '.test.' })),
  );
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(
    ({ filter, ending }) => !tests.some((file) => file.includes(ending) && file.includes(filter)),
  );
  expect(missing.filter(({ filter }) => !filter.endsWith('ejemplo'))).toEqual([]);
});

test('OPS-72 the README names every npm script', () => {
  const readme = readFileSync(inRoot('README.md'), 'utf8');
  const scripts = scriptsOf(readFileSync(inRoot('package.json'), 'utf8'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((name) => !new RegExp(`\\bnpm (?:run )?${name}(?![\\w:-])`).test(readme))).toEqual(
    [],
  );
});

test('OPS-72 nobody is told to run pnpm, which npm start does not install', () => {
  const command = /\bpnpm\s+(?:-|(?:run|exec|dlx|install|add|i|test|start|dev)\b)/;
  expect(FILES.filter((file) => command.test(readFileSync(inRoot(file), 'utf8')))).toEqual([]);
});
