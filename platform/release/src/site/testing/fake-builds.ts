import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROVIDED, type RuntimeNeeds } from '@taller/shared/contract/runtime-version.ts';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import type { PackageBuild } from '#src/build/build-package.ts';
import {
  DESCRIPTOR_FILE,
  PRIVATE_FOLDER,
  SERVER_BUNDLE,
  type RemoteDescriptor,
  type ShellDescriptor,
} from '#src/build/descriptors.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';

const SIZE = { files: 1, bytes: 1000, script: 300 };
const described = {
  format: 1 as const,
  builtAt: '2026-11-01T12:00:00.000Z',
  source: { commit: '3f9c2ab41c7e9d20b1d54be3b1bb6a8f4e1f2a3c', branch: 'main' },
  size: SIZE,
};

async function write(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(join(folder, PRIVATE_FOLDER), { recursive: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'screens'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

type FakeShell = Partial<RuntimeNeeds> & Pick<ShellDescriptor, 'exports' | 'shows' | 'paths'>;

/** A fake build of the shell: its pages show which remote's text was rendered by which shell. */
export async function fakeShell(
  root: string,
  build: string,
  opens?: ShellDescriptor['opens'],
  provided: FakeShell = {},
): Promise<PackageBuild> {
  const folder = join(root, `shell-${build}`);
  const files = [
    `assets/index-${build}.js`,
    `assets/index-${build}.css`,
    'assets/figtree-12345678.woff2',
    'assets/favicon-12345678.svg',
    'assets/query-12345678.js',
    'assets/auth-12345678.js',
    'favicon.svg',
  ];
  const descriptor: ShellDescriptor = {
    ...described,
    ...PROVIDED,
    ...provided,
    packages: { react: '19.3.1', 'react-dom': '19.3.1' },
    name: 'shell',
    build,
    html:
      `<meta name="theme-color" content="#0a3644" /><link rel="icon" href="/assets/favicon-12345678.svg" type="image/svg+xml" />` +
      `<link rel="apple-touch-icon" href="/apple-touch-icon.png" /><title>x</title><!--head-->` +
      `<script src="/assets/index-${build}.js"></script><link rel="stylesheet" crossorigin href="/assets/index-${build}.css">` +
      `</head><div id="root"></div>`,
    files,
    opens,
    chunks: {
      'shared/src/query/query.ts': { file: 'assets/query-12345678.js' },
      'src/features/auth/auth-chunk.tsx': { file: 'assets/auth-12345678.js' },
    },
  };
  await write(folder, {
    ...Object.fromEntries(files.map((file) => [file, build])),
    [DESCRIPTOR_FILE]: JSON.stringify(descriptor),
    [SERVER_BUNDLE.shell]: `export const singletons = {};
      export const render = async (pathname, remote, facts) => '<p>' + remote.text + ' por ${build} en ' + pathname + '</p><b>' + facts.shop.name + '</b>';`,
  });
  return { name: 'shell', build, folder };
}

interface FakeRemote extends Partial<RuntimeNeeds> {
  name?: RemoteName;
  build: string;
  /** Code that its server bundle runs before it returns the text. */
  code?: string;
  /** Exposed modules. */
  modules?: readonly string[];
  /** Further fields of the descriptor, such as the packed sizes. */
  said?: Pick<RemoteDescriptor, 'packages' | 'packed' | 'duplicates' | 'uses' | 'screens' | 'own' | 'calls'>;
}

/** A fake build of a remote. */
export async function fakeRemote(
  root: string,
  { name = 'mfe-public', build, code = '', modules = ['routes'], said, ...needs }: FakeRemote,
): Promise<PackageBuild> {
  const folder = join(root, `${name}-${build}`);
  const entry = `remoteEntry-${build}.js`;
  const descriptor: RemoteDescriptor = {
    ...described,
    ...PROVIDED,
    ...needs,
    ...said,
    name,
    build,
    entry,
    entryJs: [entry],
    modules: Object.fromEntries(modules.map((module) => [module, { js: [], css: [] }])),
    integrity: { [entry]: `sha384-${build}` },
    chunks: {},
  };
  await write(folder, {
    [entry]: build,
    ...Object.fromEntries(modules.map((module) => [`screens/${module}.json`, '[]'])),
    [DESCRIPTOR_FILE]: JSON.stringify(descriptor),
    [SERVER_BUNDLE.remote]: `${code}; exports.remote = { text: 'texto ${build}' };`,
  });
  return { name, build, folder };
}

/** One build of everything. */
export const fakeSite = (
  root: string,
  build: string,
  opens?: ShellDescriptor['opens'],
  provided?: FakeShell,
): Promise<PackageBuild[]> =>
  Promise.all([
    fakeShell(root, build, opens, provided),
    ...REMOTE_NAMES.map((name) => fakeRemote(root, { name, build })),
  ]);
