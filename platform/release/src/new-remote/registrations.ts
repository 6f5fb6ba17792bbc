import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import {
  isWholeStaff,
  permissionOf,
  PERMISSIONS_FILE,
  withPermission,
} from '#src/new-remote/permission-source.ts';
import type { RemoteIdentity } from '#src/new-remote/remote-identity.ts';
import { SCREENS_FILE, screensSource } from '#src/new-remote/screens-source.ts';

export const PROJECTS_FILE = 'tsconfig.json';

export interface Projects {
  references: { path: string }[];
}

/** Its entries in the menus, and the frame around it. */
function placeOf({
  menu,
  title,
  group,
  roles,
}: RemoteIdentity): Pick<Screen, 'frame' | 'tab' | 'tabGroup' | 'header'> {
  if (menu === 'panel')
    return { frame: 'dashboard', tab: title, tabGroup: group === 'Trabajo' ? undefined : group };
  // Only the staff's pages have the desk's margins.
  return {
    frame: roles.includes('customer') ? undefined : 'desk',
    header: menu === 'header' ? title : undefined,
  };
}

/** The list of screens with the remote's first screen appended. */
function withScreen(remote: RemoteIdentity): string {
  const { name, key, path, title } = remote;
  const permission = permissionOf(remote) as Screen['permission'];
  return screensSource({ ...SCREENS, [key]: { path, title, permission, remote: name, ...placeOf(remote) } });
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
  const changes = new Map([
    [SCREENS_FILE, withScreen(remote)],
    [PROJECTS_FILE, withProject(projects, remote)],
  ]);
  if (!isWholeStaff(remote.roles)) {
    const source = await read(PERMISSIONS_FILE);
    changes.set(PERMISSIONS_FILE, withPermission(source, permissionOf(remote), remote.roles));
  }
  return changes;
}
