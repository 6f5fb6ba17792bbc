import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const packageJson = ({ name, path }: RemoteIdentity) =>
  json({
    name: `@taller/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: { '#src/*': './src/*' },
    scripts: { build: 'vite build', dev: `node ../tooling/setup/run.mjs dev ${name}` },
    dependencies: {
      '@taller/shared': 'workspace:*',
      '@taller/tooling': 'workspace:*',
      react: 'catalog:',
      'react-dom': 'catalog:',
      vite: 'catalog:',
    },
    devDependencies: { '@types/react': 'catalog:', '@types/react-dom': 'catalog:' },
    taller: { start: { path, account: 'tecnico@taller.test' } },
  });

const tsconfig = ({ name }: RemoteIdentity) =>
  json({
    extends: '../tsconfig.base.json',
    compilerOptions: { rootDir: '.', outDir: `../.cache/tsc/${name}`, types: ['vite/client', 'node'] },
    include: ['src', '*.config.ts'],
    references: [{ path: '../shared' }, { path: '../tooling' }],
  });

const viteConfig = ({ name }: RemoteIdentity) => `\
import { remoteConfig } from '@taller/tooling/federation/remote-config';

export default remoteConfig({ name: '${name}', modules: ['routes'] });
`;

const environment = `\
/** Build id of this remote, set by the build. */
declare const __REMOTE_BUILD__: string;
`;

const routes = ({ name, key, component, feature, file }: RemoteIdentity) => `\
import { paths } from '@taller/shared/contract/paths.ts';
import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ${component} = lazyPage(() => import('#src/features/${feature}/${file}.tsx').then((m) => m.${component}));

export const remote = defineRemote({
  name: '${name}',
  build: __REMOTE_BUILD__,
  routes: [{ path: paths.${key}.path, element: <${component} /> }],
});
`;

const page = ({ component, path, texts }: RemoteIdentity) => `\
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { ${texts} } from './texts.ts';

/** The screen at ${path}. */
export function ${component}() {
  return (
    <>
      <PageHeader title={${texts}.title} />
      <EmptyState title={${texts}.empty} />
    </>
  );
}
`;

const pageTest = ({ component, file, name, texts }: RemoteIdentity) => `\
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inRouter } from '@taller/shared/testing/in-router.tsx';
import { ${component} } from './${file}.tsx';
import { ${texts} } from './texts.ts';

test('${name} shows its title and that there is nothing yet', () => {
  const html = renderToStaticMarkup(inRouter(<${component} />));
  expect(html).toContain(${texts}.title);
  expect(html).toContain(${texts}.empty);
});
`;

const textsFile = ({ title, path, texts }: RemoteIdentity) => `\
/** Texts of the screen at ${path}. */
export const ${texts} = {
  title: '${title}',
  empty: 'Todavía no hay nada aquí',
} as const;
`;

/**
 * The files of a new remote, by path relative to the workspace's root: one exposed module, and one feature with a
 * screen, its texts and its test.
 */
export function remoteFiles(remote: RemoteIdentity): Map<string, string> {
  const { name, feature, file } = remote;
  const folder = `${name}/src/features/${feature}`;
  return new Map([
    [`${name}/package.json`, packageJson(remote)],
    [`${name}/tsconfig.json`, tsconfig(remote)],
    [`${name}/vite.config.ts`, viteConfig(remote)],
    [`${name}/src/env.d.ts`, environment],
    [`${name}/src/remote/routes.tsx`, routes(remote)],
    [`${folder}/${file}.tsx`, page(remote)],
    [`${folder}/${file}.test.tsx`, pageTest(remote)],
    [`${folder}/texts.ts`, textsFile(remote)],
  ]);
}
