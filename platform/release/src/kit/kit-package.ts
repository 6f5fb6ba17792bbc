import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { RUNTIME_VERSION } from '@taller/shared/contract/runtime-version.ts';
import { inRoot } from '#src/workspace/root.ts';

/** Packages that a remote's own sources and tests import, so that its repository installs them itself. */
const OF_THE_REPOSITORY = [
  '@playwright/test',
  '@testing-library/react',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'react',
  'react-dom',
  'typescript',
  'vite',
  'vitest',
];

/** Dependencies that the package's tools import. */
const OF_THE_TOOLS = [
  '@module-federation/vite',
  '@vitejs/plugin-react',
  'ipaddr.js',
  'postcss',
  'vite',
  'zod',
];

interface Manifest {
  dependencies: Record<string, string>;
}

const catalog = (): Record<string, string> =>
  (parse(readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8')) as { catalog: Record<string, string> }).catalog;

/** The packages in the versions of the workspace. */
function inVersions(names: readonly string[]): Record<string, string> {
  const versions = catalog();
  return Object.fromEntries(
    names.map((name) => {
      const version = versions[name];
      if (version === undefined) throw new Error(`The catalog has no ${name}`);
      return [name, version];
    }),
  );
}

/** The folders of the compiled shared package and of the tools in the package: those of the workspace. */
const SHARED = './shared/src';
const TOOLS = './platform/release/src/kit';

const compiled = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` });

/**
 * The package.json of the package that remotes in other repositories install: shared, compiled, and the tools. Its
 * version is the runtime that it was made with, so that it says which sites a remote built with it runs on.
 */
export function kitPackage(): object {
  const shared = JSON.parse(readFileSync(inRoot('shared/package.json'), 'utf8')) as Manifest;
  return {
    name: '@taller/shared',
    version: `${RUNTIME_VERSION}.0`,
    description:
      'What a remote of a Taller site is built with: contract, data access, components, test kit, tools.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=24' },
    bin: { 'taller-remote': `${TOOLS}/cli.js` },
    imports: {
      '#src/*.ts': compiled(`${SHARED}/*`),
      '#src/*.tsx': compiled(`${SHARED}/*`),
      '#src/*': `${SHARED}/*`,
    },
    exports: {
      './runtime': compiled(`${SHARED}/runtime/runtime`),
      './query': compiled(`${SHARED}/query/query`),
      './kit': compiled(`${TOOLS}/external-remote-config`),
      './*.ts': compiled(`${SHARED}/*`),
      './*.tsx': compiled(`${SHARED}/*`),
      './*.css': `${SHARED}/*.css`,
      './tsconfig.json': './tsconfig.json',
      './package.json': './package.json',
    },
    sideEffects: ['**/*.css'],
    dependencies: inVersions([...new Set([...Object.keys(shared.dependencies), ...OF_THE_TOOLS])].sort()),
    taller: { versions: inVersions(OF_THE_REPOSITORY) },
  };
}

/** The TypeScript settings that remotes of other repositories extend. */
export const kitTsconfig = (): object => ({
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: ['vite/client', 'node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedModules: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
  },
});
