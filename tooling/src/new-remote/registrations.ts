import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';
import { SCREENS_FILE, screensSource } from '#src/new-remote/screens-source.ts';

const PROJECTS_FILE = 'tsconfig.json';

interface Projects {
  references: { path: string }[];
}

/** The list of screens with the remote's first screen appended, for staff. */
function withScreen({ name, key, path, title }: RemoteIdentity): string {
  const screen: Screen = { path, title, permission: 'desk', remote: name, frame: 'desk' };
  return screensSource({ ...SCREENS, [key]: screen });
}

function withProject(projects: Projects, { name }: RemoteIdentity): string {
  return JSON.stringify({ ...projects, references: [...projects.references, { path: `./${name}` }] });
}

/**
 * Registers a remote in the workspace's lists, as data. Ports, builds and the registry are derived from the list of
 * screens.
 * @param read returns the current text of a file.
 * @returns the new text of each file, unformatted.
 */
export async function registered(
  remote: RemoteIdentity,
  read: (file: string) => Promise<string>,
): Promise<Map<string, string>> {
  const projects = JSON.parse(await read(PROJECTS_FILE)) as Projects;
  return new Map([
    [SCREENS_FILE, withScreen(remote)],
    [PROJECTS_FILE, withProject(projects, remote)],
  ]);
}
