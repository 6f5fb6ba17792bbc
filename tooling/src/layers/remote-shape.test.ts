import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const FILES = globSync('mfe-*/src/**/*.*', { cwd: inRoot() });
const read = (file: string) => readFileSync(inRoot(file), 'utf8');

/** Modules, features with all that is theirs, and what features share. */
const PLACES = [
  /^mfe-[\w-]+\/src\/env\.d\.ts$/,
  /^mfe-[\w-]+\/src\/remote\/[\w-]+\.tsx$/,
  /^mfe-[\w-]+\/src\/features\/[\w-]+\/(?:[\w-]+\/)?[\w.-]+$/,
  /^mfe-[\w-]+\/src\/(?:components|values)\/[\w.-]+$/,
];

test('SHELL-38 every file of every remote stands in the same folders', () => {
  expect(FILES.length).toBeGreaterThan(250);
  expect(FILES.filter((file) => !PLACES.some((place) => place.test(file)))).toEqual([]);
});

test('SHELL-38 a module shows pages of features, each in a file of its name', () => {
  const modules = FILES.filter((file) => file.includes('/src/remote/'));
  const pages = modules.flatMap((file) =>
    [...read(file).matchAll(/import\('([^']+)'\)\s*\.then\(\(m\) => m\.(\w+)\)/g)].map(
      ([, path = '', component = '']) => ({ file, path, component }),
    ),
  );
  expect(pages.length).toBeGreaterThan(20);
  const isPage = ({ path, component }: { path: string; component: string }) =>
    /^#src\/features\/[\w-]+\/(?:[\w-]+\/)?[\w-]+-page\.tsx$/.test(path) && component.endsWith('Page');
  expect(pages.filter((page) => !isPage(page))).toEqual([]);
});

test('SHELL-38 the texts of a feature are in its texts.ts, by names that say whose they are', () => {
  const texts = FILES.filter((file) => file.endsWith('/texts.ts'));
  expect(texts.length).toBeGreaterThan(20);
  const names = (file: string) =>
    [...read(file).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
  expect(texts.filter((file) => !names(file).every((name) => name.endsWith('Texts')))).toEqual([]);
  expect(FILES.filter((file) => /\/es(?:-[\w-]+)?\.ts$|-texts\.ts$/.test(file))).toEqual([]);
});

test('SHELL-39 every dialog of a remote that saves ends in the one footer', () => {
  const users = FILES.filter((file) => file.endsWith('.tsx') && read(file).includes('<SaveFooter'));
  expect(users.length).toBeGreaterThan(12);
  expect(FILES.filter((file) => file.endsWith('.tsx') && read(file).includes('<DialogCancel'))).toEqual([]);
});

test('SHELL-38 no component only passes on to another one', () => {
  const passesOn = /function \w+\(\) \{\s*return <\w+ \/>;\s*\}/;
  expect(passesOn.test('export function UsersPage() {\n  return <UsersScreen />;\n}')).toBe(true);
  expect(FILES.filter((file) => file.endsWith('.tsx') && passesOn.test(read(file)))).toEqual([]);
});

test('SHELL-35 no remote reads the list of screens, of which its build has the paths only', () => {
  const sources = FILES.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(sources.filter((file) => read(file).includes('contract/paths.ts')).length).toBeGreaterThan(20);
  expect(sources.filter((file) => read(file).includes('contract/screens.ts'))).toEqual([]);
});
