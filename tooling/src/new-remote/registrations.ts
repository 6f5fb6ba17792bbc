import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';

/** A place that has to know every remote, or every address. */
interface Registration {
  /** From the workspace's root. */
  file: string;
  /** The end of a list, on lines of its own: new entries go before it. */
  before: RegExp;
  entry: (remote: RemoteIdentity) => string;
}

const REGISTRATIONS: readonly Registration[] = [
  {
    file: 'shared/src/contract/remote-module.ts',
    before: /(?<=REMOTE_NAMES = \[[^\]]*\n)\] as const;/,
    entry: ({ name }) => `  '${name}',\n`,
  },
  {
    file: 'shared/src/contract/paths.ts',
    before: /(?<=\n)\} as const;/,
    entry: ({ key, path }) => `  ${key}: { path: '${path}', getHref: () => '${path}' },\n`,
  },
  {
    file: 'shell/src/texts/es.ts',
    before: /(?<=\n {2}titles: \{\n(?: {4}.*\n)*) {2}\},/,
    entry: ({ key, title }) => `    ${key}: '${title}',\n`,
  },
  {
    file: 'shell/src/routing/route-table.ts',
    before: /(?<=ROUTES: readonly ScreenRoute\[\] = \[\n(?: {2}.*\n)*)\];/,
    entry: ({ name, key }) =>
      `  { path: paths.${key}.path, title: es.titles.${key}, frame: 'desk', access: STAFF, target: remote('${name}', 'routes') },\n`,
  },
  {
    file: 'tsconfig.json',
    before: / {4}\{ "path": "\.\/supabase" \}/,
    entry: ({ name }) => `    { "path": "./${name}" },\n`,
  },
];

/**
 * Enters a remote in the workspace's lists.
 * @param read gives the present text of a file.
 * @returns the new text of each file. @throws if a list is not where it was: then the patterns here need mending
 */
export async function registered(
  remote: RemoteIdentity,
  read: (file: string) => Promise<string>,
): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const { file, before, entry } of REGISTRATIONS) {
    const text = await read(file);
    if (!before.test(text)) throw new Error(`${file}: no se encontró la lista donde va ${remote.name}`);
    changed.set(
      file,
      text.replace(before, (end) => entry(remote) + end),
    );
  }
  return changed;
}
