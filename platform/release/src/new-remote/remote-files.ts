import type { Role } from '@taller/shared/access/roles.ts';
import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Demo accounts of `npm run dev`, by role. */
const ACCOUNTS: Readonly<Partial<Record<Role, string>>> = {
  admin: 'admin@taller.test',
  technician: 'tecnico@taller.test',
  receptionist: 'recepcion@taller.test',
  customer: 'cliente@taller.test',
};

/** Role with which tests and developers open the first screen. */
const viewerOf = ({ roles }: RemoteIdentity): Role =>
  roles.includes('technician') ? 'technician' : (roles.find((role) => role in ACCOUNTS) ?? 'admin');

const packageJson = (remote: RemoteIdentity) =>
  json({
    name: `@taller/${remote.name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: { '#src/*': './src/*' },
    scripts: { build: 'vite build', dev: `node ../platform/release/setup/run.mjs dev ${remote.name}` },
    dependencies: {
      '@taller/shared': 'workspace:*',
      '@taller/release': 'workspace:*',
      react: 'catalog:',
      'react-dom': 'catalog:',
      vite: 'catalog:',
    },
    devDependencies: {
      '@testing-library/react': 'catalog:',
      '@types/react': 'catalog:',
      '@types/react-dom': 'catalog:',
    },
    taller: { start: { path: remote.path, account: ACCOUNTS[viewerOf(remote)] } },
  });

const tsconfig = ({ name }: RemoteIdentity) =>
  json({
    extends: '../tsconfig.base.json',
    compilerOptions: { rootDir: '.', outDir: `../.cache/tsc/${name}`, types: ['vite/client', 'node'] },
    include: ['src', '*.config.ts'],
    references: [{ path: '../shared' }, { path: '../platform/release' }],
  });

const viteConfig = ({ name }: RemoteIdentity) => `\
import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({ name: '${name}', modules: ['routes'] });
`;

const environment = `\
/** Build id of this remote, set by the build. */
declare const __REMOTE_BUILD__: string;
`;

/** @param path expression of the screen's path, and the import that it needs. */
const routes = (
  { name, component, feature, file }: RemoteIdentity,
  { path, imported = '' }: { path: string; imported?: string },
) => `\
${imported}import { defineRemote } from '@taller/shared/contract/remote-module.ts';
import { lazyPage } from '@taller/shared/runtime';

const ${component} = lazyPage(() => import('#src/features/${feature}/${file}.tsx').then((m) => m.${component}));

export const remote = defineRemote({
  name: '${name}',
  build: __REMOTE_BUILD__,
  routes: [{ path: ${path}, element: <${component} /> }],
});
`;

const page = ({ component, feature, path, texts }: RemoteIdentity) => `\
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useSession } from '@taller/shared/runtime';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import styles from './${feature}.module.css';
import { ${texts} } from './texts.ts';

/** The screen at ${path}. */
export function ${component}() {
  const { user } = useSession();
  return (
    <div className={styles.page}>
      <PageHeader title={${texts}.title} />
      {user && <Content userId={user.id} />}
    </div>
  );
}

function Content({ userId }: { userId: string }) {
  const profile = useQuery(ownProfileQuery(userId));
  return (
    <Loaded
      query={profile}
      message={failureText(profile.error, ${texts}.loadFailed)}
      skeleton={<Skeleton label={${texts}.loading} />}
    >
      {({ full_name }) => <EmptyState title={${texts}.empty}>{${texts}.readBy(full_name)}</EmptyState>}
    </Loaded>
  );
}
`;

const pageTest = (remote: RemoteIdentity) => {
  const { component, file, name, texts } = remote;
  const viewer = viewerOf(remote);
  return `\
// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { someUser } from '@taller/shared/testing/sign-in-as.ts';
import { expect, test } from 'vitest';
import { ${component} } from './${file}.tsx';
import { ${texts} } from './texts.ts';

const profile = ownProfileQuery(someUser('${viewer}').id);

test('${name} shows its title and what the server answered', () => {
  renderScreen(<${component} />, { role: '${viewer}', answers: [answer(profile, { full_name: 'Luis Tapia' })] });
  expect(screen.getByRole('heading', { name: ${texts}.title })).toBeDefined();
  expect(screen.getByText(${texts}.empty)).toBeDefined();
  expect(screen.getByText(${texts}.readBy('Luis Tapia'))).toBeDefined();
});

test('${name} says that the server failed, and Reintentar asks again', async () => {
  let isDown = true;
  const server = () => {
    if (isDown) throw new DataError('server', 'down');
    return { full_name: 'Luis Tapia' };
  };
  renderScreen(<${component} />, { role: '${viewer}', answers: [answer(profile, server)] });
  expect(await screen.findByText(${texts}.loadFailed)).toBeDefined();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText(${texts}.empty)).toBeDefined();
});
`;
};

/** Pages outside the staff's frames have their own margins. */
const styles = ({ menu, roles }: RemoteIdentity) => `\
.page {
  display: grid;
  gap: var(--space-4);${
    menu === 'panel' || !roles.includes('customer')
      ? ''
      : `
  inline-size: min(100% - 2 * var(--page-gutter), var(--page-width));
  margin-inline: auto;
  padding-block: var(--space-6) var(--space-8);`
  }
}
`;

const textsFile = ({ title, path, texts }: RemoteIdentity) => `\
/** Texts of the screen at ${path}. */
export const ${texts} = {
  title: ${JSON.stringify(title)},
  empty: 'Todavía no hay nada aquí',
  loading: 'Cargando…',
  loadFailed: 'No se pudo cargar.',
  readBy: (name: string) => \`Abriste esta pantalla como \${name}.\`,
} as const;
`;

/** Sources of a remote with one module and one screen, by path relative to its folder. */
function sources(remote: RemoteIdentity, paths: Parameters<typeof routes>[1]): [string, string][] {
  const { feature, file } = remote;
  const folder = `src/features/${feature}`;
  return [
    ['src/env.d.ts', environment],
    ['src/remote/routes.tsx', routes(remote, paths)],
    [`${folder}/${file}.tsx`, page(remote)],
    [`${folder}/${file}.test.tsx`, pageTest(remote)],
    [`${folder}/${feature}.module.css`, styles(remote)],
    [`${folder}/texts.ts`, textsFile(remote)],
  ];
}

/**
 * The files of a new remote, by path relative to the workspace's root: one exposed module, and one feature with a
 * screen, its texts and its test.
 */
export function remoteFiles(remote: RemoteIdentity): Map<string, string> {
  const { name, key } = remote;
  const imported = `import { paths } from '@taller/shared/contract/paths.ts';\n`;
  const files: [string, string][] = [
    ['package.json', packageJson(remote)],
    ['tsconfig.json', tsconfig(remote)],
    ['vite.config.ts', viteConfig(remote)],
    ...sources(remote, { path: `paths.${key}.path`, imported }),
  ];
  return new Map(files.map(([path, text]) => [`${name}/${path}`, text]));
}

/** Sources of a new remote in its own repository, by path relative to its folder. */
export const externalRemoteSources = (remote: RemoteIdentity): Map<string, string> =>
  new Map(sources(remote, { path: JSON.stringify(remote.path).replaceAll('"', "'") }));
