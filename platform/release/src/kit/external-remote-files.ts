import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { MANIFEST_FILE } from '#src/kit/remote-manifest.ts';
import { externalRemoteSources } from '#src/new-remote/remote-files.ts';
import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Versions of the packages that a remote's repository installs beside the site's package, by name. */
export type Versions = Readonly<Record<string, string>>;

function manifest({ name, path, title, roles, menu, group }: RemoteIdentity): string {
  const screen: DeclaredScreen = {
    path,
    title,
    frame: menu === 'panel' ? 'dashboard' : 'desk',
    ...(menu === 'panel' && { tab: title, ...(group !== 'Trabajo' && { tabGroup: group }) }),
    ...(menu === 'header' && { header: title }),
    roles: [...roles],
  };
  return json({ name, screens: [screen] });
}

const packageJson = ({ name }: RemoteIdentity, versions: Versions) =>
  json({
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    imports: { '#src/*': './src/*' },
    scripts: {
      dev: 'taller-remote dev',
      test: 'vitest run',
      check: 'taller-remote check',
      build: 'taller-remote build',
      'publish-remote': 'taller-remote publish-remote',
    },
    devDependencies: versions,
  });

const VITE = `\
import { externalRemoteConfig } from '@taller/shared/kit';

export default externalRemoteConfig(import.meta.dirname);
`;

const VITEST = `\
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['@taller/shared/testing/external-remote-setup.ts'],
    // The site's package has style sheets, which Node does not read.
    server: { deps: { inline: ['@taller/shared'] } },
  },
});
`;

const readme = ({ name, path, roles }: RemoteIdentity) => `\
# ${name}

A remote of a Taller site, in a repository of its own. Node 24 or newer.

\`\`\`sh
npm install
git init && git add . && git commit -m '${name}'      # once; a build names the commit that it is made from
npm run dev -- --site https://taller.example         # this remote from here, inside the site that runs
npm test                                             # screens, with renderScreen
npm run check                                        # types
npm run build -- --sign team.pem                     # into dist/, signed
npm run publish-remote -- --site /srv/taller/site --sign team.pem
\`\`\`

- \`${MANIFEST_FILE}\` has its name and its screens: address, title, tab or header link, roles.
- The site's admin admits it once:

  \`\`\`sh
  npm run publish-remote -- ${name} --site /srv/taller/site --admit ${path} --roles ${roles.join(',')} --trust team.pub
  \`\`\`

- The team's key: \`openssl genpkey -algorithm ed25519 -out team.pem && openssl pkey -in team.pem -pubout -out team.pub\`.
  \`team.pem\` stays with the team.
- The first publication is for everybody. From then on \`publish-remote\` takes the options of the site's own:
  \`--preview\`, \`--promote\`, \`--rollback\`, \`--help\`.
- Components are in \`@taller/shared/ui\`, queries and mutations in its subjects (\`orders\`, \`stock\` …).
`;

/** The files of a new repository for a remote, by path. */
export function externalRemoteFiles(remote: RemoteIdentity, versions: Versions): Map<string, string> {
  return new Map([
    ['package.json', packageJson(remote, versions)],
    [MANIFEST_FILE, manifest(remote)],
    ['README.md', readme(remote)],
    ['.gitignore', 'node_modules\ndist\n*.pem\n'],
    ['tsconfig.json', json({ extends: '@taller/shared/tsconfig.json', include: ['src', '*.config.ts'] })],
    ['vite.config.ts', VITE],
    ['vitest.config.ts', VITEST],
    ...externalRemoteSources(remote),
  ]);
}
